// The whole client, compressed, must stay small; run after a build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = '../src/hexfront/web';
const LIMIT = 400_000;

let whole = 0;
let first = 0;
for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const size = gzipSync(readFileSync(join(entry.parentPath ?? entry.path, entry.name))).length;
  whole += size;
  if (/^(index|MatchPage)/.test(entry.name)) first += size;
}
console.log(`client: ${(whole / 1000).toFixed(0)} kB compressed, ${(first / 1000).toFixed(0)} kB to play`);
if (whole > LIMIT) {
  console.error(`The client must stay under ${LIMIT / 1000} kB.`);
  process.exit(1);
}
