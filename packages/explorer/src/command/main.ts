#!/usr/bin/env node
// `jsonrpc-explorer <document>`: serves the page for an OpenRPC document on this machine.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import {
  parseOptions,
  parseReadingRules,
  printable,
  READING_HELP,
  READING_OPTIONS,
  runCommand,
  UsageError,
} from '@jsonrpc-kit/openrpc/internal';
import { explorerListener } from './explorer-listener.js';
import { loadSource } from './open-rpc-source.js';

const HELP = `Usage: jsonrpc-explorer <document> [options]

Serves an API reference page for an OpenRPC document on this machine, and prints its address.
<document> is a URL or a file. The command follows each $ref to a file below the folder of the
document, or to another document of the same server.

Options:
  --server <url>     a server that the page calls, if the document lists none or another one;
                     repeatable
  --port <number>    the port of the page (default: a free port)
${READING_HELP}
  --help             print this help

The exit code is 0, or 2 if the page can't be served.
`;

const stderr = (text: string): boolean => process.stderr.write(printable(text));

process.exitCode = await runCommand('jsonrpc-explorer', { stderr }, async () => {
  const { values, positionals } = parseOptions(() =>
    parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        server: { type: 'string', multiple: true, default: [] },
        ...READING_OPTIONS,
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const [location, ...others] = positionals;
  if (location === undefined || others.length > 0) {
    throw new UsageError(`Expected one document, but got ${positionals.length}`);
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${values.port}`);
  }
  for (const url of values.server) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new UsageError(
        `--server must be a URL such as https://api.example.com/rpc, not ${url}`,
      );
    }
  }
  const onProblem = (problem: string): boolean => stderr(`${problem}\n`);
  const options = { ...parseReadingRules(values), servers: values.server, onProblem };
  const server = createServer(explorerListener(await loadSource(location, options)));
  server.listen(port, '127.0.0.1');
  // Rejects if the port is in use.
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${actual}\n`);
  return 0;
});
