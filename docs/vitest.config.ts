import { packageTests } from '../tooling/vitest/package-tests.ts';

export default packageTests({
  inOtherProcesses: ['src/*/main.ts', 'src/code-blocks/run-module.ts'],
});
