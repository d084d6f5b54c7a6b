#!/usr/bin/env node
import { jsonrpcKit } from './jsonrpc-kit.js';
import { printable } from './printable.js';

/** Resolves once the text is written: `process.exit()` discards what a pipe has not accepted yet. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(printable(text), (error) => (error ? reject(error) : resolve()));
  });
}

const code = await jsonrpcKit(process.argv.slice(2), {
  stdout: (text) => write(process.stdout, text),
  stderr: (text) => write(process.stderr, text),
  hasColor: process.stdout.isTTY && process.stdout.hasColors() && !process.env['NO_COLOR'],
});
// The module of the application may have opened connections that keep the process alive.
process.exit(code);
