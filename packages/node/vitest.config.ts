import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  isolate: false,
  // The signals of a process are tried in child processes.
  notMeasured: ['src/on-signals.ts'],
});
