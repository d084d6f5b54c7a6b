import { defineConfig } from 'vite';

// Vite asks for a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  server: {
    host: '127.0.0.1',
    // While one develops, the bank is another server; to the browser it is the same origin.
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
});
