import { expect, test } from 'vitest';
import { checkResponses } from '../compare/check-responses.js';
import { Connection, encodeRequest, type RawResponse } from '../http/connection.js';
import { listen } from '../processes/reply-to-parent.js';
import { exchangeOf, PATH, type Protocol } from '../service/protocols.js';
import { counter } from '../service/service.js';
import { findWorkload, type Workload, workloads } from '../service/workloads.js';
import { frameworks } from './framework.js';
import { findTarget, type Target, targets } from './targets.js';

const named = targets.map((target) => [`${target.framework}/${target.name}`, target] as const);

async function serve<Result>(
  target: Target,
  workload: Workload,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const createServer = await target.load();
  const server = await createServer(workload.setup);
  try {
    return await use(await listen(server));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each(named)('%s does the work of every workload', async (_, target) => {
  for (const workload of workloads) {
    if (target.unsupported[workload.name] !== undefined) continue;
    const check = serve(target, workload, (port) =>
      checkResponses({ target, workload }, { port, counter: () => counter }),
    );
    await expect(check).resolves.toMatchObject({ status: expect.any(Number) });
  }
});

/** Invalid requests with their error codes. */
const invalid: readonly (readonly [body: string, code: number])[] = [
  ['{"jsonrpc":"2.0","id":1,"method":"add"', -32700],
  ['[]', -32600],
  ['1', -32600],
  ['{"id":1,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":1,"params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":3}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":null}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":{"a":1,"b":2},"more":1}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"toString","params":{}}', -32601],
];

test.each(named.filter(([, { role, protocol }]) => role !== 'peer' && protocol === 'json-rpc'))(
  '%s rejects invalid requests',
  async (_, target) => {
    await serve(target, findWorkload('single'), async (port) => {
      for (const [body, code] of invalid) {
        const { status, json } = await post(port, { path: PATH, body });
        expect([body, status, json]).toMatchObject([body, 200, { error: { code } }]);
      }
    });
  },
);

const rejections: Readonly<Record<Protocol, { readonly status: number; readonly json: object }>> = {
  'json-rpc': { status: 200, json: { error: { code: -32602 } } },
  trpc: { status: 400, json: {} },
  orpc: { status: 400, json: {} },
  mcp: { status: 200, json: { result: { isError: true } } },
};

test.each(named)('%s rejects wrong params', async (_, target) => {
  for (const workload of workloads) {
    const { wrongParams } = workload;
    if (wrongParams === undefined || target.unsupported[workload.name] !== undefined) continue;
    const single: Workload = { ...workload, kind: 'single', calls: 1, params: () => wrongParams };
    const exchange = exchangeOf(target.protocol, single);
    const response = await serve(target, workload, (port) => post(port, exchange));
    expect(response).toMatchObject(rejections[target.protocol]);
  }
});

interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

async function post(port: number, { path, headers, body }: Sent) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, json: (await response.json()) as unknown };
}

async function respond(target: Target): Promise<RawResponse> {
  const workload = findWorkload('single');
  return serve(target, workload, async (port) => {
    const connection = await Connection.open(port);
    try {
      return await connection.exchange(encodeRequest(exchangeOf(target.protocol, workload)));
    } finally {
      connection.close();
    }
  });
}

const headersOf = ({ head }: RawResponse): string[] =>
  head
    .split('\r\n')
    .slice(1)
    .map((line) => line.replace(/^date: .*/, 'date').replace('; charset=utf-8', ''))
    .toSorted();

test.each(frameworks)('a baseline on %s sends the headers that jsonrpc-kit sends', async (name) => {
  const kit = headersOf(await respond(findTarget(name, 'kit')));
  expect(kit).toContain('x-content-type-options: nosniff');
  for (const target of targets) {
    if (target.framework !== name || target.role !== 'baseline') continue;
    expect(headersOf(await respond(target))).toEqual(expect.arrayContaining(kit));
  }
});

test('an unknown name of a target or workload is rejected with a list of the known names', () => {
  expect(() => findTarget('hono', 'jayson')).toThrow(
    'Unknown target "hono/jayson". Choose from bare, bare-bytes, kit, kit-context, trpc.',
  );
  expect(() => findWorkload('singel')).toThrow('Unknown workload "singel". Choose from single,');
});
