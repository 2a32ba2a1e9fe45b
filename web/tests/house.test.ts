import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));

it('has no component that is too long to read at a sitting', () => {
  const long = files
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => [name, readFileSync(name, 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 400);
  expect(long).toEqual([]);
});

it('draws its icons: no letter on the screen looks like one', () => {
  // Arrows within a sentence are words; pictures, stars and geometric shapes are empty boxes where their font is missing.
  const found = files
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .filter((name) => /[\u2300-\u2bff\u{1f000}-\u{1faff}]/u.test(readFileSync(name, 'utf8')));
  expect(found).toEqual([]);
});
