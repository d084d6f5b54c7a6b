import { join } from 'node:path';
import { defineConfig } from 'vite';

const openrpc = join(import.meta.dirname, '../openrpc/src');

/** Builds the page into static files of fixed names: the server sends a tag of their content. */
// Vite requires a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  // The assets are below a path that only the server knows.
  base: './',
  publicDir: false,
  // The page is built before the packages that it bundles are compiled.
  resolve: {
    alias: [
      { find: /^@jsonrpc-kit\/openrpc$/, replacement: join(openrpc, 'index.ts') },
      {
        find: /^@jsonrpc-kit\/openrpc\/examples$/,
        replacement: join(openrpc, 'examples/index.ts'),
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '.page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    license: { fileName: 'explorer.LICENSE.md' },
    cssCodeSplit: false,
    rolldownOptions: {
      input: 'src/page/main.tsx',
      checks: { pluginTimings: false },
      output: {
        entryFileNames: 'explorer.js',
        chunkFileNames: '[name].js',
        assetFileNames: 'explorer[extname]',
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
});
