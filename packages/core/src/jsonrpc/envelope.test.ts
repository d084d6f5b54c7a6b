import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  type Envelope,
  type InvalidEnvelope,
  parseEnvelope,
  unknownMemberProblems,
} from './envelope.js';
import { JsonRpcRequest } from './request.js';

/** Parses JSON as from the wire, since `__proto__` would not be a member in an object literal. */
function parse(json: string, routeMethod?: string): Envelope {
  return parseEnvelope(JSON.parse(json), () => false, routeMethod);
}

function problemsOf(json: string, routeMethod?: string): InvalidEnvelope['problems'] {
  const envelope = parse(json, routeMethod);
  return envelope.kind === 'invalid' ? envelope.problems : [];
}

describe('a valid request object', () => {
  test('is a request if it has an id', () => {
    expect(parse('{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}')).toEqual({
      kind: 'request',
      id: 7,
      request: { jsonrpc: '2.0', id: 7, method: 'ping', params: {} },
    });
  });

  test('is a notification if it has no id', () => {
    expect(parse('{"jsonrpc":"2.0","method":"ping"}')).toEqual({
      kind: 'notification',
      id: null,
      request: { jsonrpc: '2.0', method: 'ping' },
    });
  });

  test.each(['0', '-0', '-1', '1', '9007199254740991', '-9007199254740991', '1e3', '2.0'])(
    'can have the id %s',
    (id) => {
      const envelope = parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect(envelope).toMatchObject({ kind: 'request', id: Number(id) });
    },
  );

  test.each([
    '""',
    '"1"',
    '"a \\"quoted\\" id"',
    '"ключ"',
    '"\\u0000"',
    '"\\ud800"',
    '"__proto__"',
  ])('can have the id %s', (id) => {
    const envelope = parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(envelope).toMatchObject({ kind: 'request', id: JSON.parse(id) as string });
  });

  test.each(['{}', '[]', '{"a":1}', '[1]'])('can have the params %s', (params) => {
    const envelope = parse(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`);
    expect(envelope).toMatchObject({ kind: 'request', request: { params: JSON.parse(params) } });
  });
});

describe('an invalid request object', () => {
  test.each([
    'null',
    '1.5',
    '9007199254740992',
    '9007199254740993',
    '1e400',
    '-1e400',
    'true',
    '{}',
    '[]',
  ])('has the id %s, which a response could not repeat unambiguously', (id) => {
    expect(parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toEqual({
      kind: 'invalid',
      id: null,
      problems: [{ loc: ['id'], msg: 'Must be a string or a safe integer', type: 'id' }],
    });
  });

  test.each(['"1.0"', '2.0', '"2"', 'null', '["2.0"]'])(
    'has the member jsonrpc with the value %s',
    (version) => {
      expect(problemsOf(`{"jsonrpc":${version},"id":1,"method":"ping"}`)).toEqual([
        { loc: ['jsonrpc'], msg: 'Must be "2.0"', type: 'literal' },
      ]);
    },
  );

  test.each(['null', '1', '{}', '["ping"]', 'true'])(
    'has the member method with the value %s',
    (method) => {
      expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":${method}}`)).toEqual([
        { loc: ['method'], msg: 'Must be a string', type: 'string' },
      ]);
    },
  );

  test.each(['null', '1', '"bar"', 'true'])('has the member params with the value %s', (params) => {
    expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`)).toEqual([
      { loc: ['params'], msg: 'Must be an object or an array', type: 'params' },
    ]);
  });

  test.each(['extra', 'Method', 'result', '__proto__', 'constructor', 'toString', ''])(
    'has the unknown member %j',
    (name) => {
      const member = JSON.stringify(name);
      expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":"ping",${member}:{}}`)).toEqual([
        { loc: [name], msg: 'Unknown member', type: 'unknown_member' },
      ]);
    },
  );

  test.each(['jsonrpc', 'method'])('lacks the member %s', (name) => {
    const { [name]: _, ...members } = { jsonrpc: '2.0', id: 1, method: 'ping' } as Record<
      string,
      unknown
    >;
    expect(problemsOf(JSON.stringify(members))).toEqual([
      { loc: [name], msg: 'Missing required member', type: 'missing' },
    ]);
  });

  test('has an unknown member and no id', () => {
    expect(problemsOf('{"jsonrpc":"2.0","method":"ping","trace":1}')).toMatchObject([
      { loc: ['trace'], type: 'unknown_member' },
    ]);
  });

  test('has all its missing, invalid and unknown members reported', () => {
    expect(problemsOf('{"id":null,"params":0,"trace":1}')).toEqual([
      { loc: ['jsonrpc'], msg: 'Missing required member', type: 'missing' },
      { loc: ['id'], msg: 'Must be a string or a safe integer', type: 'id' },
      { loc: ['method'], msg: 'Missing required member', type: 'missing' },
      { loc: ['params'], msg: 'Must be an object or an array', type: 'params' },
      { loc: ['trace'], msg: 'Unknown member', type: 'unknown_member' },
    ]);
  });

  test('keeps a valid id', () => {
    expect(parse('{"id":"a","method":"ping"}')).toMatchObject({ kind: 'invalid', id: 'a' });
  });

  test('is not a notification, even without an id', () => {
    expect(parse('{"jsonrpc":"2.0","method":1}')).toMatchObject({ kind: 'invalid', id: null });
  });

  test('does not inherit members from __proto__', () => {
    const members = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(parse(`{"__proto__":${members}}`)).toMatchObject({ kind: 'invalid', id: null });
  });
});

describe('a member in addition to those of JSON-RPC', () => {
  const json = '{"jsonrpc":"2.0","id":1,"method":"ping","trace":1,"other":2}';

  test('is accepted if the method allows it', () => {
    const asked: [string, string][] = [];
    const allows = (...args: [string, string]): boolean => {
      asked.push(args);
      return true;
    };
    expect(parseEnvelope(JSON.parse(json), allows, 'pong').kind).toBe('request');
    parseEnvelope({ jsonrpc: '2.0', trace: 1 }, allows, 'pong');
    parseEnvelope({ jsonrpc: '2.0', trace: 1, method: 5 }, allows, undefined);
    expect(asked).toEqual([
      ['trace', 'ping'],
      ['other', 'ping'],
      ['trace', 'pong'],
      ['trace', ''],
    ]);
  });

  test('is rejected unless the method allows this member', () => {
    const envelope = parseEnvelope(JSON.parse(json), (member) => member === 'trace', undefined);
    expect(envelope).toMatchObject({ kind: 'invalid', problems: [{ loc: ['other'] }] });
  });

  test('is left to the requestSchema, also in an invalid request', () => {
    expect(parseEnvelope(JSON.parse(json), 'checked-by-schema', undefined).kind).toBe('request');
    expect(parseEnvelope({ trace: 1, id: 1, method: 'a' }, 'checked-by-schema', undefined)).toEqual(
      { kind: 'invalid', id: 1, problems: [expect.objectContaining({ loc: ['jsonrpc'] })] },
    );
  });

  test('is a problem, for at most one more than a call reports', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `x${index}`);
    expect(unknownMemberProblems(names)).toHaveLength(101);
  });
});

test('the schema JsonRpcRequest accepts the same request objects as an entrypoint', () => {
  const members = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '', 2, null),
      id: fc.constantFrom(1, 'a', 1.5, 2 ** 53, true, null),
      method: fc.constantFrom('ping', '', 1, null),
      params: fc.constantFrom({}, { a: 1 }, [], [1], 'x', 1, null),
      trace: fc.constant(1),
    },
    { requiredKeys: [] },
  );
  const valid = { jsonrpc: '2.0', id: 1, method: 'ping' };
  fc.assert(
    fc.property(members, fc.boolean(), (odd, isMostlyValid) => {
      const request = isMostlyValid ? { ...valid, ...odd } : odd;
      expect(v.safeParse(JsonRpcRequest, request).success).toBe(
        parseEnvelope(request, () => false, undefined).kind !== 'invalid',
      );
    }),
    { examples: [[{}, true]] },
  );
});

test.each(['null', '1', '"text"', 'true', '[]', '[[]]'])(
  '%s is invalid, because it is not an object',
  (json) => {
    expect(parse(json)).toEqual({
      kind: 'invalid',
      id: null,
      problems: [{ loc: [], msg: 'A request must be an object', type: 'object' }],
    });
  },
);

describe('a request on the route of a method', () => {
  test('can omit the member method', () => {
    expect(parse('{"jsonrpc":"2.0","id":1}', 'ping')).toMatchObject({
      kind: 'request',
      request: { method: 'ping' },
    });
  });

  test('can name another method, which the envelope accepts', () => {
    expect(parse('{"jsonrpc":"2.0","id":1,"method":"pong"}', 'ping')).toMatchObject({
      kind: 'request',
      request: { method: 'pong' },
    });
  });

  test('cannot have a method that is not a string', () => {
    expect(problemsOf('{"jsonrpc":"2.0","id":1,"method":null}', 'ping')).toMatchObject([
      { loc: ['method'], type: 'string' },
    ]);
  });

  test('cannot have unknown members if it omits the method', () => {
    expect(problemsOf('{"jsonrpc":"2.0","id":1,"trace":1}', 'ping')).toMatchObject([
      { loc: ['trace'], type: 'unknown_member' },
    ]);
  });

  test('has its other problems reported if it omits the method', () => {
    expect(problemsOf('{"jsonrpc":"2.0","id":1.5}', 'ping')).toMatchObject([{ loc: ['id'] }]);
  });
});
