// Runs a module in a process of its own: `node run-module.js <file>`. What ends it is sent to the
// parent, whether the module threw it or something that it had left behind.

import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

process.once('uncaughtException', (error: unknown) => {
  const thrown =
    error instanceof Error
      ? { name: error.name, message: error.message, stack: inspect(error) }
      : { name: 'thrown', message: inspect(error), stack: inspect(error) };
  process.send?.(thrown, () => process.exit(1));
});

await import(pathToFileURL(process.argv[2] ?? '').href);
