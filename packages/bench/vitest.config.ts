import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  inOtherProcesses: [
    'src/*/main.ts',
    'src/bounds/{bound-server,ping-process}.ts',
    'src/hooks-cost/{serve,variants}.ts',
    'src/server/*.ts',
    'src/soak/soak-server.ts',
    'src/soak/soak-entrypoint.ts',
  ],
});
