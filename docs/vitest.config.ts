import { packageTests } from '../tooling/vitest/package-tests.ts';

export default packageTests({
  // Without isolation, the files share VitePress, which takes seconds to import.
  isolate: false,
  notMeasured: [
    'src/*/main.ts',
    // Slow tests cover them, and those that run the code blocks of all pages.
    'src/code-blocks/{check-*,extracted-pages,read-plan,run-*}.ts',
    'src/site/type-hovers.ts',
  ],
});
