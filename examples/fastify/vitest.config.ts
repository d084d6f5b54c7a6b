import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({ inOtherProcesses: ['src/close-on-signals.ts', 'src/listen.ts'] });
