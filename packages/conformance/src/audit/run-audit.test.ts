import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { correctBehavior, Failure, limits } from '../../test/behavior.js';
import { correctHttp, respondLikeFetch, serve } from '../../test/serve.js';
import { profiles } from '../cases/conformance-case.js';
import { AuditTargetError } from './reach-server.js';
import { runAudit } from './run-audit.js';

const url = 'http://localhost/rpc';
const right = respondLikeFetch(correctBehavior);

test.each(profiles)('cases beyond a lower batch limit are skipped in %s', async (profile) => {
  const rejectBatch: typeof correctBehavior.rejectBatch = (items, route) =>
    correctBehavior.rejectBatch(items.length > 3 ? [] : items, route);
  const server = respondLikeFetch({ ...correctBehavior, rejectBatch });
  const options = { profile, url, ...limits, maxBatchSize: 3 };
  const { results } = await runAudit(server, options);
  expect(results.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
  const skipped = results.filter(({ reason }) => reason?.includes('batch') === true);
  expect(skipped.map(({ id, reason }) => [id, reason])).toEqual([
    ['batch.mixed', 'a batch of 6 is over the limit of 3'],
    ['batch.failed-notification', 'a batch of 4 is over the limit of 3'],
    ['batch.of-many', 'a batch of 50 is over the limit of 3'],
    ...(profile === 'jsonrpc-kit'
      ? [['kit.batch-order', 'a batch of 4 is over the limit of 3']]
      : []),
  ]);
});

test('a report contains the rule, the request, the expectation and the response', async () => {
  const report = await runAudit(right, { url, only: ['params.by-name'] });
  expect(report).toMatchObject({
    target: 'a function',
    profile: 'json-rpc-2.0',
    counts: { ok: 1, warn: 0, fail: 0, skipped: 0 },
    results: [
      {
        id: 'params.by-name',
        level: 'MUST',
        clause: 'https://www.jsonrpc.org/specification#examples',
        status: 'ok',
        sent: 'POST {"jsonrpc":"2.0","method":"subtract","params":{"minuend":42,"subtrahend":23},"id":4}',
        expected: 'a response with result 19 and id 4',
        received: '200 application/json {"jsonrpc":"2.0","id":4,"result":19}',
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test('an audit passes with a warning if a SHOULD is violated', async () => {
  const lenient = respondLikeFetch({ ...correctBehavior, isVersion: () => true });
  const report = await runAudit(lenient, { url });
  expect(report.counts).toMatchObject({ warn: 1, fail: 0 });
  expect(report.passed).toBe(true);
  expect(report.results.find(({ status }) => status === 'warn')).toMatchObject({
    id: 'request.wrong-version',
    expected: 'an error with code -32600 and id 1 or null',
    problem: 'the response has no error object',
    received: '200 application/json {"jsonrpc":"2.0","id":1,"result":["hello",5]}',
  });
});

test('the cases of a method that the server does not find are skipped', async () => {
  const { throws: _, ...others } = correctBehavior.methods;
  const find = (name: string): (typeof correctBehavior.methods)[string] | undefined =>
    Object.hasOwn(others, name) ? others[name] : undefined;
  const report = await runAudit(respondLikeFetch({ ...correctBehavior, find }), { url });
  expect(report.methods).toMatchObject({ throws: null, subtract: 'subtract' });
  expect(report.results.filter(({ status }) => status === 'skipped')).not.toEqual([]);
  for (const { status, reason } of report.results) {
    expect([status, reason]).toEqual(
      status === 'skipped' ? ['skipped', 'the server has no method throws'] : ['ok', undefined],
    );
  }
});

describe('a server with another error for unknown methods', () => {
  const unlike = (message: (name: string) => string): ((request: Request) => Promise<Response>) => {
    const known = ['get_data', 'throws'];
    return async (request) => {
      const text = await request.clone().text();
      const { id, method } = JSON.parse(text) as { id?: string; method: string };
      if (known.includes(method)) return right(request);
      const error = { code: -32700, message: message(method) };
      return Response.json({ jsonrpc: '2.0', id, error });
    };
  };

  test.each([
    ['says nothing else', () => 'Unsupported'],
    ['names the method', (name: string) => `Method ${name} is not supported`],
  ])('lacks the methods that get it: it %s', async (_, message) => {
    const { methods } = await runAudit(unlike(message), { url, only: ['error.object'] });
    const found = Object.entries(methods).filter(([, name]) => name !== null);
    expect(Object.fromEntries(found)).toEqual({ get_data: 'get_data', throws: 'throws' });
  });

  test('fails only the cases about the code of unknown methods', async () => {
    const server = respondLikeFetch({
      ...correctBehavior,
      find: () => undefined,
      error: (failure, id) =>
        correctBehavior.error(
          failure.code === -32601 ? new Failure(-32700, failure.message) : failure,
          id,
        ),
    });
    const { results } = await runAudit(server, { url });
    const failed = results.filter(({ status }) => status === 'fail' || status === 'warn');
    expect(failed.map(({ id }) => id)).toEqual([
      'method.unknown',
      'method.inherited-name',
      'method.reserved-name',
      'method.empty-name',
    ]);
  });
});

test('rpc.discover is the method harmless of a server that has it', async () => {
  const find = (name: string): (typeof correctBehavior.methods)[string] | undefined =>
    name === 'rpc.discover' ? () => ({ openrpc: '1.3.2' }) : undefined;
  const server = respondLikeFetch({ ...correctBehavior, find });
  const { methods, results } = await runAudit(server, { url, only: ['request', 'id.string'] });
  expect(methods).toMatchObject({ get_data: null, harmless: 'rpc.discover' });
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'ok'));
  expect(results.find(({ id }) => id === 'request.params-null')).toMatchObject({
    usesFallback: true,
    sent: expect.stringContaining('"method":"rpc.discover"') as unknown,
  });
});

test('the option methods renames methods and excludes them', async () => {
  const find = (name: string): (typeof correctBehavior.methods)[string] | undefined =>
    correctBehavior.find(name.replace(/^math\.sub$/, 'subtract'));
  const report = await runAudit(respondLikeFetch({ ...correctBehavior, find }), {
    url,
    only: ['params.by-name', 'params.many-positions'],
    methods: { subtract: 'math.sub', sum: false },
  });
  expect(report.methods).toMatchObject({ subtract: 'math.sub', sum: null });
  expect(report.results.map(({ status }) => status)).toEqual(['ok', 'skipped']);
  expect(report.results[0]?.sent).toContain('"method":"math.sub"');
});

test('headers are sent with every request, including those over a connection', async () => {
  const seen = new Set<string | undefined>();
  const rejectVerb = correctBehavior.rejectVerb;
  const wire = {
    ...correctHttp,
    headers: (incoming: Parameters<typeof correctHttp.headers>[0]) => {
      seen.add(incoming.headers.authorization);
      return correctHttp.headers(incoming);
    },
  };
  const report = await serve({ ...correctBehavior, rejectVerb }, wire, (target) =>
    runAudit(target, {
      profile: 'json-rpc-over-http',
      headers: { authorization: 'Bearer x' },
      ...limits,
    }),
  );
  expect(report.passed).toBe(true);
  expect([...seen]).toEqual(['Bearer x']);
});

test('a case fails after the time limit if the server does not respond to its request', async () => {
  const silent = new Promise<Response>(() => undefined);
  const hanging = async (request: Request): Promise<Response> =>
    (await request.clone().text()) === '[]' ? silent : right(request);
  const options = { url, only: ['batch.empty', 'batch.one-invalid'], timeout: 20 };
  const report = await runAudit(hanging, options);
  expect(report.results).toMatchObject([
    { status: 'fail', problem: 'no complete response arrived in time' },
    { status: 'ok' },
  ]);
  expect(report).not.toHaveProperty('stopped');
});

describe('a server that stops during a case', () => {
  const dead = (): Promise<Response> => Promise.reject(new TypeError('connect ECONNREFUSED'));
  const silent = (): Promise<Response> => new Promise(() => undefined);

  test.each([
    ['ends', dead],
    ['hangs', silent],
  ])('ends the audit, and no later case has a result: it %s', async (_, stop) => {
    let hasStopped = false;
    const seen: string[] = [];
    const server = async (request: Request): Promise<Response> => {
      if ((await request.clone().text()) === '[1]') hasStopped = true;
      return hasStopped ? stop() : right(request);
    };
    const report = await runAudit(server, {
      url,
      only: ['batch'],
      timeout: 50,
      concurrency: 1,
      onResult: ({ id }) => void seen.push(id),
    });
    expect(report.stopped).toEqual({ during: ['batch.one-invalid'], withoutVerdict: 12 });
    expect(report.results).toMatchObject([{ id: 'batch.empty', status: 'ok' }]);
    expect(report.counts).toEqual({ ok: 1, warn: 0, fail: 0, skipped: 0 });
    expect(report.passed).toBe(false);
    expect(seen).toEqual(['batch.empty']);
  });

  test('ends an audit of several cases at once with at most as many suspects', async () => {
    let hasStopped = false;
    const server = async (request: Request): Promise<Response> => {
      if ((await request.clone().text()) === '[1]') hasStopped = true;
      return hasStopped ? dead() : right(request);
    };
    const { stopped, counts } = await runAudit(server, { url, timeout: 50 });
    expect(stopped?.during).toContain('batch.one-invalid');
    expect(stopped?.during.length).toBeLessThanOrEqual(4);
    expect(counts).toMatchObject({ warn: 0, fail: 0 });
  });

  test('does not end the audit if it starts again within the time limit', async () => {
    let missing = 0;
    const server = async (request: Request): Promise<Response> => {
      if ((await request.clone().text()) === '[1]') missing = 3;
      missing -= 1;
      return missing >= 0 ? dead() : right(request);
    };
    const report = await runAudit(server, { url, only: ['batch'], concurrency: 1, timeout: 5_000 });
    expect(report).not.toHaveProperty('stopped');
    expect(report.counts).toEqual({ ok: 12, warn: 0, fail: 1, skipped: 0 });
  });
});

test('cases fail if the audited function throws', async () => {
  const report = await runAudit(
    async (request) => {
      const text = await request.clone().text();
      if (text === '[]') throw new TypeError('out of order');
      return right(request);
    },
    { url, only: ['batch.empty', 'batch.nested'] },
  );
  expect(report.results).toMatchObject([
    { id: 'batch.empty', status: 'fail', problem: 'the exchange failed: out of order' },
    { id: 'batch.nested', status: 'ok' },
  ]);
});

test('onResult is called with each result', async () => {
  const seen: string[] = [];
  await runAudit(right, {
    url,
    only: ['batch.empty'],
    onResult: ({ id, status }) => void seen.push(`${id} ${status}`),
  });
  expect(seen).toEqual(['batch.empty ok']);
});

test('the audit rejects when its signal aborts', async () => {
  const controller = new AbortController();
  const audit = runAudit(right, {
    url,
    signal: controller.signal,
    onResult: () => controller.abort(new Error('enough')),
  });
  await expect(audit).rejects.toThrow('enough');
});

test.each([
  ['nonsense', '"nonsense" is not a URL'],
  ['ftp://localhost/', '"ftp://localhost/" is not a URL of http: or https:'],
])('the target %s is rejected', async (target, message) => {
  await expect(runAudit(target)).rejects.toThrow(new AuditTargetError(message));
});

describe('an audit', () => {
  const respond =
    (status: number, headers: Record<string, string> = {}) =>
    (): Response =>
      Response.json({ detail: 'No' }, { status, headers });
  const credentials = 'Pass credentials with --header, or with the option headers';

  test.each([
    [401, {}, credentials],
    [403, {}, credentials],
    [405, {}, "Check the path: it doesn't accept POST"],
    [308, { location: '/rpc/' }, 'a redirect to /rpc/. Audit that URL'],
  ])('rejects if the server responds to every request with %i', async (status, headers, words) => {
    const audit = runAudit(respond(status, headers), { url });
    await expect(audit).rejects.toThrow(AuditTargetError);
    await expect(audit).rejects.toThrow(
      new RegExp(
        `^Nothing to audit at a function: the server responds to every request with ${status}`,
      ),
    );
    await expect(audit).rejects.toThrow(words);
  });

  test('rejects if the path is wrong', async () => {
    const audit = runAudit(respond(404), { url });
    await expect(audit).rejects.toThrow(
      'the server responds to every request with 404. Check the path',
    );
  });

  test('runs if the server rejects only some requests', async () => {
    const rejectUnknown = async (request: Request): Promise<Response> =>
      (await request.clone().text()).includes('foobar') ? respond(403)() : right(request);
    const only = ['id.string', 'method.unknown'];
    const { results } = await runAudit(rejectUnknown, { url, only });
    expect(results.map(({ status }) => status)).toEqual(['ok', 'fail']);
  });

  test('runs if the server sets an HTTP status on error responses', async () => {
    const errors = async (request: Request): Promise<Response> => {
      const response = await right(request);
      const text = await response.text();
      return new Response(text || null, {
        status: text.includes('-32601') ? 404 : response.status,
      });
    };
    const lacking = Object.fromEntries(Object.keys(allMethods()).map((name) => [name, false]));
    const { counts } = await runAudit(errors, { url, only: ['method'], methods: lacking });
    expect(counts).toMatchObject({ fail: 0, warn: 0 });
  });

  test('runs if the server responds with pages instead of JSON', async () => {
    const broken = (): Response => new Response('<html>', { status: 502 });
    const { passed } = await runAudit(broken, { url, only: ['id.string'] });
    expect(passed).toBe(false);
  });
});

test('an audit rejects if no server listens', async () => {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  await expect(runAudit(`http://127.0.0.1:${port}/rpc`)).rejects.toThrow(
    `No response from http://127.0.0.1:${port}/rpc: connect ECONNREFUSED`,
  );
});

test('an audit rejects if the server never responds', async () => {
  const silent = (): Promise<Response> => new Promise(() => undefined);
  await expect(runAudit(silent, { url, timeout: 10 })).rejects.toThrow(
    'No response from silent: The operation was aborted due to timeout',
  );
});

function allMethods(): Record<string, string> {
  return Object.fromEntries(Object.keys(correctBehavior.methods).map((name) => [name, name]));
}
