#!/usr/bin/env node
// `jsonrpc-explorer <document>`: serves the page for an OpenRPC document on this machine.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { explorerListener } from './explorer-listener.js';
import { loadSource } from './open-rpc-source.js';

const USAGE = `Usage: jsonrpc-explorer <document> [--port <number>]

Serves an API reference page for an OpenRPC document on this machine, and prints its address.
<document> is a URL or a file.

Options:
  --port <number>  the port of the page (default: a free port)
  --help           print this help`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '0' }, help: { type: 'boolean', short: 'h' } },
  });
  const [location] = positionals;
  if (values.help === true) {
    console.log(USAGE);
  } else if (location === undefined) {
    throw new Error('Missing <document>, the URL or file of an OpenRPC document');
  } else {
    const server = createServer(explorerListener(await loadSource(location)));
    server.listen(Number(values.port), '127.0.0.1');
    // Rejects if the port is in use.
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    console.log(`http://127.0.0.1:${port}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('For help: jsonrpc-explorer --help');
  process.exitCode = 1;
}
