import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  isolate: false,
  notMeasured: [
    'src/command/main.ts',
    'src/assets/**',
    // They need a browser: tests/browser covers them.
    'src/page/{call/send-request,document/read-text}.ts',
    'src/page/document/load-document.ts',
    'src/page/document/read-content.ts',
    'src/page/editor/**',
    'src/page/parts/render-markdown.ts',
    'src/page/schema/check-value.worker.ts',
    'src/page/state/{app-state,store,tab-storage}.ts',
    'src/page/views/**',
  ],
});
