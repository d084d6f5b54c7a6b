import { checkArchitecture, type ArchitectureFaults } from './check-architecture.ts';

/** A small repository without a fault. */
const sound: Readonly<Record<string, string>> = {
  'packages/core/package.json': '{ "dependencies": { "valibot": "1", "cookie": "1" } }',
  'packages/core/src/index.ts': "export * from './api/api.js';",
  'packages/core/src/context.ts': "export { store } from './context/store.js';",
  'packages/core/src/adapter.ts': "export { parse } from './protocol/parse.js';",
  'packages/core/src/api/api.ts': "import { parse } from '../protocol/parse.js';",
  'packages/core/src/context/store.ts': "import { AsyncLocalStorage } from 'node:async_hooks';",
  'packages/core/src/protocol/parse.ts': "import * as v from 'valibot';",
  'packages/node/package.json': '{ "dependencies": { "@jsonrpc-kit/core": "1" } }',
  'packages/node/src/index.ts': "import '@jsonrpc-kit/core/adapter'; import 'node:http';",
  'packages/client/package.json': '{ "dependencies": { "@jsonrpc-kit/core": "1" } }',
  'packages/client/src/index.ts': "import type { Method } from '@jsonrpc-kit/core';",
  'examples/bank/package.json': '{ "dependencies": { "@jsonrpc-kit/core": "1", "pg": "8" } }',
  'examples/bank/src/index.ts': "import '@jsonrpc-kit/core/context'; import 'pg/lib/pool';",
};

/** What is found in the sound repository once the given files have been planted in it. */
export function faultsWith(planted: Readonly<Record<string, string>>): ArchitectureFaults {
  return checkArchitecture(new Map(Object.entries({ ...sound, ...planted })));
}
