import { defineConfig } from 'vite';

// Vite requires a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  server: {
    host: '127.0.0.1',
    // In development the bank is another server, which the browser sees as the same origin.
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
});
