import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const backend = process.env['HEXFRONT_URL'] ?? 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  resolve: {
    ...(mode === 'test' ? { conditions: ['browser'] } : {}),
    // Its main file brings every set of symbols there is, half of the whole client; this one lets us choose.
    alias: {
      'milsymbol/sets': fileURLToPath(import.meta.resolve('milsymbol').replace(/index\.js$/, 'index.mjs')),
    },
  },
  build: {
    outDir: '../src/hexfront/web',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: true,
    chunkSizeWarningLimit: 900,
    // The server's content policy forbids inline data scripts; small assets stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: backend, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    minWorkers: 1,
  },
}));
