import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fetchApi } from '../../../test/fetch-api.js';
import { targetApi } from '../../../test/target-api.js';
import { limits, rightRules } from '../../../test/rules.js';
import { rulesFunction } from '../../../test/rules-function.js';
import { rightWire, serveRules } from '../../../test/rules-server.js';
import { profiles } from '../case/profile.js';
import { AuditTargetError } from './audit-target-error.js';
import { runAudit } from './run-audit.js';

const url = 'http://localhost/rpc';
const right = rulesFunction(rightRules);

test('jsonrpc-kit itself keeps all of its promises', async () => {
  const { results, methods, passed } = await runAudit(fetchApi(targetApi()), {
    profile: 'jsonrpc-kit',
    url,
  });
  const faults = results.filter(({ status }) => status === 'warn' || status === 'fail');
  expect(faults).toEqual([]);
  expect(passed).toBe(true);
  expect(Object.values(methods)).not.toContain(null);
  expect(new Set(results.flatMap(({ reason }) => reason ?? []))).toEqual(
    new Set(['it needs a connection, so a URL to audit']),
  );
});

test.each(profiles)('a lower limit of batches skips what is beyond it: %s', async (profile) => {
  const options = { profile, url, maxBatchSize: 3 };
  const { results } = await runAudit(fetchApi(targetApi({ maxBatchSize: 3 })), options);
  expect(results.filter(({ status }) => status === 'warn' || status === 'fail')).toEqual([]);
  const skipped = results.filter(({ reason }) => reason?.includes('batch') === true);
  const tooLarge = [
    ['batch.mixed', 'it needs a batch of 6, the limit is 3'],
    ['batch.failed-notification', 'it needs a batch of 4, the limit is 3'],
    ['batch.of-many', 'it needs a batch of 50, the limit is 3'],
    ...(profile === 'jsonrpc-kit'
      ? [['kit.batch-order', 'it needs a batch of 4, the limit is 3']]
      : []),
  ];
  expect(skipped.map(({ id, reason }) => [id, reason])).toEqual(tooLarge);
});

test('a report tells the rule, what was sent, what was expected and what came', async () => {
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
        expected: 'a Response with the result 19 and the id 4',
        came: '200 application/json {"jsonrpc":"2.0","id":4,"result":19}',
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test('a broken SHOULD is a warning, and breaks no audit', async () => {
  const lenient = rulesFunction({ ...rightRules, isVersion: () => true });
  const report = await runAudit(lenient, { url });
  expect(report.counts).toMatchObject({ warn: 1, fail: 0 });
  expect(report.passed).toBe(true);
  expect(report.results.find(({ status }) => status === 'warn')).toMatchObject({
    id: 'request.wrong-version',
    expected: 'an error with the code -32600 and the id 1 or null',
    fault: 'there is no error',
    came: '200 application/json {"jsonrpc":"2.0","id":1,"result":["hello",5]}',
  });
});

test('a method that is not there is looked for, and its cases are skipped', async () => {
  const { throws: _, ...others } = rightRules.methods;
  const find = (name: string): (typeof rightRules.methods)[string] | undefined =>
    Object.hasOwn(others, name) ? others[name] : undefined;
  const report = await runAudit(rulesFunction({ ...rightRules, find }), { url });
  expect(report.methods).toMatchObject({ throws: null, subtract: 'subtract' });
  expect(report.results.filter(({ status }) => status === 'skipped')).not.toEqual([]);
  for (const { status, reason } of report.results) {
    expect([status, reason]).toEqual(
      status === 'skipped' ? ['skipped', 'the server has no method throws'] : ['ok', undefined],
    );
  }
});

test('methods can have names of their own, or be left alone', async () => {
  const find = (name: string): (typeof rightRules.methods)[string] | undefined =>
    rightRules.find(name.replace(/^math\.sub$/, 'subtract'));
  const report = await runAudit(rulesFunction({ ...rightRules, find }), {
    url,
    only: ['params.by-name', 'params.many-positions'],
    methods: { subtract: 'math.sub', sum: false },
  });
  expect(report.methods).toMatchObject({ subtract: 'math.sub', sum: null });
  expect(report.results.map(({ status }) => status)).toEqual(['ok', 'skipped']);
  expect(report.results[0]?.sent).toContain('"method":"math.sub"');
});

test('headers go with every request, over a connection of our own, too', async () => {
  const seen = new Set<string | undefined>();
  const verbRefusal = rightRules.verbRefusal;
  const wire = {
    ...rightWire,
    headers: (incoming: Parameters<typeof rightWire.headers>[0]) => {
      seen.add(incoming.headers.authorization);
      return rightWire.headers(incoming);
    },
  };
  const report = await serveRules({ ...rightRules, verbRefusal }, wire, (target) =>
    runAudit(target, {
      profile: 'json-rpc-over-http',
      headers: { authorization: 'Bearer x' },
      ...limits,
    }),
  );
  expect(report.passed).toBe(true);
  expect([...seen]).toEqual(['Bearer x']);
});

test('a server that goes silent costs each case its time, and no more', async () => {
  const silent = new Promise<Response>(() => undefined);
  let asked = 0;
  const report = await runAudit((request) => ((asked += 1) > 1 ? silent : right(request)), {
    url,
    only: ['id'],
    methods: allMethods(),
    timeout: 20,
    concurrency: 100,
  });
  expect(report.counts).toMatchObject({ ok: 0, skipped: 0 });
  expect(report.results[0]?.fault).toBe('no complete answer came in time');
});

test('a function that fails is a fault of the cases in which it does', async () => {
  const report = await runAudit(
    async (request) => {
      const text = await request.clone().text();
      if (text === '[]') throw new TypeError('out of order');
      return right(request);
    },
    { url, only: ['batch.empty', 'batch.nested'] },
  );
  expect(report.results).toMatchObject([
    { id: 'batch.empty', status: 'fail', fault: 'the exchange failed: out of order' },
    { id: 'batch.nested', status: 'ok' },
  ]);
});

test('results are told one by one', async () => {
  const told: string[] = [];
  await runAudit(right, {
    url,
    only: ['batch.empty'],
    onResult: ({ id, status }) => void told.push(`${id} ${status}`),
  });
  expect(told).toEqual(['batch.empty ok']);
});

test('a signal ends the audit', async () => {
  const controller = new AbortController();
  const audit = runAudit(right, {
    url,
    signal: controller.signal,
    onResult: () => controller.abort(new Error('enough')),
  });
  await expect(audit).rejects.toThrow('enough');
});

test.each([
  ['nonsense', '"nonsense" is no URL'],
  ['ftp://localhost/', '"ftp://localhost/" is a URL of neither http: nor https:'],
])('%s is nothing to audit', async (target, message) => {
  await expect(runAudit(target)).rejects.toThrow(new AuditTargetError(message));
});

describe('where every request is refused there is nothing to audit', () => {
  const respond =
    (status: number, headers: Record<string, string> = {}) =>
    (): Response =>
      Response.json({ detail: 'No' }, { status, headers });
  const credentials = 'send credentials by --header, in code by the option headers';

  test.each([
    [401, {}, credentials],
    [403, {}, credentials],
    [405, {}, 'nothing at this path takes a POST'],
    [308, { location: '/rpc/' }, 'which leads to /rpc/; audit that URL'],
  ])('with %i', async (status, headers, words) => {
    const audit = runAudit(respond(status, headers), { url });
    await expect(audit).rejects.toThrow(AuditTargetError);
    await expect(audit).rejects.toThrow(
      new RegExp(`^Nothing to audit at a function: every request is answered with ${status}`),
    );
    await expect(audit).rejects.toThrow(words);
  });

  test('as at a wrong path', async () => {
    const audit = runAudit(fetchApi(targetApi()), { url: 'http://localhost/other' });
    await expect(audit).rejects.toThrow(
      'every request is answered with 404: there is no JSON-RPC at this path',
    );
  });

  test('but not where only one is', async () => {
    const refusesUnknown = async (request: Request): Promise<Response> =>
      (await request.clone().text()).includes('foobar') ? respond(403)() : right(request);
    const only = ['id.string', 'method.unknown'];
    const { results } = await runAudit(refusesUnknown, { url, only });
    expect(results.map(({ status }) => status)).toEqual(['ok', 'fail']);
  });

  test('nor where the server gives its error responses a status', async () => {
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

  test('nor where the page of an error is no JSON', async () => {
    const broken = (): Response => new Response('<html>', { status: 502 });
    const { passed } = await runAudit(broken, { url, only: ['id.string'] });
    expect(passed).toBe(false);
  });
});

test('where nobody answers there is nothing to audit', async () => {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  await expect(runAudit(`http://127.0.0.1:${port}/rpc`)).rejects.toThrow(
    `No answer from http://127.0.0.1:${port}/rpc: connect ECONNREFUSED`,
  );
});

test('nor where the answer does not come', async () => {
  const silent = (): Promise<Response> => new Promise(() => undefined);
  await expect(runAudit(silent, { url, timeout: 10 })).rejects.toThrow(
    'No answer from silent: The operation was aborted due to timeout',
  );
});

function allMethods(): Record<string, string> {
  return Object.fromEntries(Object.keys(rightRules.methods).map((name) => [name, name]));
}
