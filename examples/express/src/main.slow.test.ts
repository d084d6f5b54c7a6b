import { fileURLToPath } from 'node:url';
import { testShutdown } from '../../bank/test/test-shutdown.js';
import { testServerProcess } from '../../bank/test/test-server-process.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

testServerProcess(main);
testShutdown(main);
