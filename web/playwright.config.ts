import { defineConfig } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const python = process.env['HEXFRONT_PYTHON'] ?? '../.venv/bin/python';
const port = Number(process.env['HEXFRONT_E2E_PORT'] ?? 8399);
const folder = mkdtempSync(join(tmpdir(), 'hexfront-e2e-'));

export default defineConfig({
  testDir: 'e2e',
  // Measured on demand (npm run speed): a busy machine says nothing about the client.
  testIgnore: process.env['HEXFRONT_SPEED'] ? [] : ['**/speed.spec.ts'],
  // Wide: a slow machine is no fault of the client, and what passes does not wait.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // Tests that are not about the film see what happens at once.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: `http://127.0.0.1:${port}`,
          localStorage: [
            { name: 'hexfront.prefs', value: '{"film":"off","briefings":false,"warnings":false}' },
          ],
        },
      ],
    },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['HEXFRONT_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${python} -m hexfront serve --port ${port} --database ${join(folder, 'e2e.sqlite')} --games hexfront.examples.skirmish`,
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    // Many matches are made from one address here; the limits have tests of their own.
    env: { HEXFRONT_RATE: '0', PYTHONPATH: process.env['PYTHONPATH'] ?? '../src' },
  },
});
