// Imports a module in a separate process: `node run-module.js <file>`. The error that ends the
// process, thrown by the module or by what it started, becomes the last line of standard error.

import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

process.once('uncaughtException', (error: unknown) => {
  const stack = inspect(error);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${stack}`;
  process.stderr.write(`\n${JSON.stringify({ text, stack })}\n`, () => process.exit(1));
});

await import(pathToFileURL(process.argv[2] ?? '').href);
