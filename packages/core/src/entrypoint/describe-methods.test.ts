import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { IdempotencyGuard, NotificationQueue } from '../adapter.js';
import { describeMethods, type MethodDescription } from '../description.js';
import {
  anyOfSecurity,
  apiKeyCookie,
  apiKeyHeader,
  cookie,
  cursor,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  httpBearer,
  jsonRpcContext,
  params,
  progress,
} from '../index.js';

class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}

function descriptionOf(
  declare: (entrypoint: Pick<Entrypoint, 'method'>) => unknown,
  options: EntrypointOptions = {},
): MethodDescription {
  const entrypoint = new Entrypoint('/rpc', { errors: [AuthError], ...options });
  declare(entrypoint);
  const [description] = describeMethods(entrypoint);
  if (description === undefined) throw new Error('no method was declared');
  return description;
}

test('a description has the key of an idempotent method, and whether notifications are durable', () => {
  const transaction = dependency({}, () => null);
  const key = { member: 'idempotencyKey', isRequired: true, maxLength: 9 };
  const idempotent: IdempotencyGuard = {
    ...transaction,
    errors: [NotEnoughMoney],
    key,
    checkMethod: () => undefined,
  };
  const queue: NotificationQueue = {
    name: 'jobs',
    receiver: () => ({ args: {}, dependencies: [], handler: () => undefined }),
  };
  const notifications = { queue };
  const description = descriptionOf((v1) =>
    v1.method('pay', { args: { tx: transaction }, idempotent, notifications }, () => null),
  );
  expect(description).toMatchObject({ idempotencyKey: key, isDurable: true });
  expect(description.errors).toEqual([AuthError, NotEnoughMoney]);
});

test('a description says whether a method rejects notifications, reports progress and can be resumed', () => {
  const counted = dependency({ progress }, () => null);
  const events = dependency({ cursor }, () => null);
  const none = async function* (): AsyncGenerator<never> {};
  const v1 = new Entrypoint('/rpc');
  v1.method('ping', {}, () => null);
  v1.method('pay', { notifications: 'reject' }, () => null);
  v1.method('import', { args: { counted } }, () => null);
  v1.method('read', { args: { cursor } }, () => null);
  v1.subscription('ticks', {}, none);
  v1.subscription('prices', { args: { events } }, none);
  v1.subscription('logs', { namespace: 'eth', args: { cursor, progress } }, none);
  const common = new Entrypoint('/common', { commonDependencies: [counted, events] });
  common.method('export', {}, () => null);
  common.subscription('blocks', {}, none);
  const rows = [...describeMethods(v1), ...describeMethods(common)].map((one) => [
    one.name,
    [one.rejectsNotifications && 'rejects', one.reportsProgress && 'reports', one.canResume],
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    ping: [false, false, false],
    pay: ['rejects', false, false],
    import: [false, 'reports', false],
    // Only calls that subscribe may have the member `cursor`.
    read: [false, false, false],
    'ticks.subscribe': ['rejects', false, false],
    'ticks.unsubscribe': [false, false, false],
    'prices.subscribe': ['rejects', false, true],
    'prices.unsubscribe': [false, false, false],
    eth_subscribe: ['rejects', 'reports', true],
    eth_unsubscribe: [false, false, false],
    export: [false, 'reports', false],
    // The subscription doesn't read the cursor of its entrypoint's dependencies.
    'blocks.subscribe': ['rejects', 'reports', false],
    'blocks.unsubscribe': [false, 'reports', false],
  });
});

test('a description has the options of its method', () => {
  const result = v.null();
  const servers = [{ url: 'https://bank.example' }];
  const examples = [{ name: 'first', params: {} }];
  expect(
    descriptionOf((rpc) =>
      rpc.method(
        'withdraw',
        { result, servers, examples, summary: 'S', description: 'D', deprecated: true },
        () => null,
      ),
    ),
  ).toEqual({
    name: 'withdraw',
    summary: 'S',
    description: 'D',
    deprecated: true,
    examples,
    servers,
    effects: {},
    cost: 1,
    result,
    tags: [],
    errors: [AuthError],
    paramStructure: 'by-name',
    timeout: 60_000,
    params: undefined,
    inputs: [],
    isDurable: false,
    rejectsNotifications: false,
    reportsProgress: false,
    canResume: false,
    security: [],
  });
});

test('a description has the tags and errors of the entrypoint first, without duplicates', () => {
  const description = descriptionOf(
    (rpc) =>
      rpc.method('run', { tags: ['own', 'all'], errors: [NotEnoughMoney, AuthError] }, () => null),
    { tags: ['all'] },
  );
  expect(description.tags).toEqual(['all', 'own']);
  expect(description.errors).toEqual([AuthError, NotEnoughMoney]);
});

test('a description has the paramStructure of the entrypoint unless the method has its own', () => {
  const either = { paramStructure: 'either' } as const;
  expect(descriptionOf((rpc) => rpc.method('run', {}, () => null), either).paramStructure).toBe(
    'either',
  );
  const own = { paramStructure: 'by-position' } as const;
  expect(descriptionOf((rpc) => rpc.method('run', own, () => null), either).paramStructure).toBe(
    'by-position',
  );
});

describe('the inputs of a description', () => {
  const text = v.string();
  const amount = v.number();
  const token = header(text, { alias: 'User-Token' });
  const getUser = dependency({ token, session: cookie(text) }, () => null);
  const getAccount = dependency({ accountId: text, user: getUser }, () => null);

  test('include parameters in positional order, headers and cookies, also of dependencies', () => {
    const { inputs } = descriptionOf((rpc) =>
      rpc.method('run', { args: { account: getAccount, amount, user: getUser } }, () => null),
    );
    expect(inputs).toEqual([
      { in: 'param', name: 'amount', schema: amount },
      { in: 'param', name: 'accountId', schema: text },
      { in: 'header', name: 'user-token', schema: text },
      { in: 'cookie', name: 'session', schema: text },
    ]);
  });

  test("include those of the entrypoint's dependencies and commonDependencies", () => {
    const language = dependency({ acceptLanguage: header(text) }, () => null);
    const { inputs } = descriptionOf(
      (rpc) => rpc.method('run', { args: { user: getUser, ctx: jsonRpcContext } }, () => null),
      { messageDependencies: [getUser], commonDependencies: [language] },
    );
    expect(inputs.map(({ name }) => name)).toEqual(['user-token', 'session', 'accept-language']);
  });

  test('have two entries for a name with two schemas, since both apply', () => {
    const other = v.pipe(v.string(), v.minLength(3));
    const { inputs } = descriptionOf((rpc) =>
      rpc.method('run', { args: { accountId: other, account: getAccount } }, () => null),
    );
    expect(inputs.slice(0, 2)).toEqual([
      { in: 'param', name: 'accountId', schema: other },
      { in: 'param', name: 'accountId', schema: text },
    ]);
  });

  test('do not include the schema of params()', () => {
    const order = v.object({ sku: v.string() });
    const description = descriptionOf((rpc) =>
      rpc.method('run', { args: { order: params(order), user: getUser } }, () => null),
    );
    expect(description.params).toBe(order);
    expect(description.inputs.map(({ name }) => name)).toEqual(['user-token', 'session']);
  });

  test('list each credential once in security', () => {
    const bearer = { bearerFormat: 'JWT', description: 'From /login' };
    const user = dependency({ jwt: httpBearer(bearer) }, () => null);
    const { security, inputs } = descriptionOf(
      (rpc) => rpc.method('run', { args: { user, key: apiKeyHeader('X-Api-Key') } }, () => null),
      { messageDependencies: [user] },
    );
    expect(inputs).toEqual([]);
    const schemes = [
      { schemeName: 'httpBearer', scheme: { type: 'http', scheme: 'bearer', ...bearer } },
      {
        schemeName: 'apiKey.X-Api-Key',
        scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: undefined },
      },
    ];
    expect(security).toEqual(schemes.map((one) => ({ schemes: [one], isOptional: false })));
  });

  test('list alternative credentials in security, and whether they are optional', () => {
    const login = anyOfSecurity(
      { token: httpBearer(), session: apiKeyCookie('session') },
      { optional: true },
    );
    const { security } = descriptionOf(
      (rpc) => rpc.method('run', { args: { login } }, () => null),
      {
        messageDependencies: [dependency({ login }, () => null)],
      },
    );
    expect(security).toMatchObject([
      {
        schemes: [{ schemeName: 'httpBearer' }, { schemeName: 'apiKey.session' }],
        isOptional: true,
      },
    ]);
  });
});
