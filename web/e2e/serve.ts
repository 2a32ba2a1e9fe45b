/** A server of a test's own, for tests that stop it. */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const python = process.env['HEXFRONT_PYTHON'] ?? '../.venv/bin/python';

async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error())));
    });
  });
}

export class OwnServer {
  private process: ChildProcess | null = null;
  private readonly database = join(mkdtempSync(join(tmpdir(), 'hexfront-own-')), 'own.sqlite');

  private constructor(private readonly port: number) {}

  static async begin(): Promise<OwnServer> {
    const server = new OwnServer(await freePort());
    await server.start();
    return server;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const words = ['-m', 'hexfront', 'serve', '--port', String(this.port), '--database', this.database];
    this.process = spawn(python, [...words, '--games', 'hexfront.examples.skirmish'], {
      env: { ...process.env, HEXFRONT_RATE: '0', PYTHONPATH: process.env['PYTHONPATH'] ?? '../src' },
      stdio: 'ignore',
    });
    for (let tries = 0; tries < 150; tries++) {
      const up = await fetch(`${this.base}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error('the server did not come up');
  }

  /** At once, as in a power cut. */
  async kill(): Promise<void> {
    const process = this.process;
    if (!process || process.exitCode !== null) return;
    const gone = new Promise((done) => process.once('exit', done));
    process.kill('SIGKILL');
    await gone;
    this.process = null;
  }
}
