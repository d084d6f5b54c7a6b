import { describe, expect, test } from 'vitest';
import { type Envelope, type InvalidEnvelope, parseEnvelope } from './envelope.js';

/** As it comes from the wire, and not as an object literal: `__proto__` is a member like others. */
function parse(json: string, routeMethod?: string): Envelope {
  return parseEnvelope(JSON.parse(json), 'rejected', routeMethod);
}

function problemsOf(json: string, routeMethod?: string): InvalidEnvelope['problems'] {
  const envelope = parse(json, routeMethod);
  return envelope.kind === 'invalid' ? envelope.problems : [];
}

describe('a request object', () => {
  test('with an id is a request', () => {
    expect(parse('{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}')).toEqual({
      kind: 'request',
      id: 7,
      request: { jsonrpc: '2.0', id: 7, method: 'ping', params: {} },
    });
  });

  test('without an id is a notification', () => {
    expect(parse('{"jsonrpc":"2.0","method":"ping"}')).toEqual({
      kind: 'notification',
      id: null,
      request: { jsonrpc: '2.0', method: 'ping' },
    });
  });

  test.each(['0', '-0', '-1', '1', '9007199254740991', '-9007199254740991', '1e3', '2.0'])(
    'may have the number %s for its id',
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
  ])('may have the string %s for its id', (id) => {
    const envelope = parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(envelope).toMatchObject({ kind: 'request', id: JSON.parse(id) as string });
  });

  test.each(['{}', '[]', '{"a":1}', '[1]'])('may have %s for its params', (params) => {
    const envelope = parse(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`);
    expect(envelope).toMatchObject({ kind: 'request', request: { params: JSON.parse(params) } });
  });
});

describe('an object that is no valid request', () => {
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
  ])('has the id %s, which could not be echoed without loss or doubt', (id) => {
    expect(parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toEqual({
      kind: 'invalid',
      id: null,
      problems: [{ loc: ['id'], msg: 'Must be a string or a safe integer', type: 'id' }],
    });
  });

  test.each(['"1.0"', '2.0', '"2"', 'null', '["2.0"]'])('has %s for its jsonrpc', (version) => {
    expect(problemsOf(`{"jsonrpc":${version},"id":1,"method":"ping"}`)).toEqual([
      { loc: ['jsonrpc'], msg: 'Must be exactly "2.0"', type: 'literal' },
    ]);
  });

  test.each(['null', '1', '{}', '["ping"]', 'true'])('has %s for its method', (method) => {
    expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":${method}}`)).toEqual([
      { loc: ['method'], msg: 'Must be a string', type: 'string' },
    ]);
  });

  test.each(['null', '1', '"bar"', 'true'])('has %s for its params', (params) => {
    expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`)).toEqual([
      { loc: ['params'], msg: 'Must be an object or an array', type: 'params' },
    ]);
  });

  test.each(['extra', 'Method', 'result', '__proto__', 'constructor', 'toString', ''])(
    'has another member: %j',
    (name) => {
      const member = JSON.stringify(name);
      expect(problemsOf(`{"jsonrpc":"2.0","id":1,"method":"ping",${member}:{}}`)).toEqual([
        { loc: [name], msg: 'Not a member of a request object', type: 'unknown_member' },
      ]);
    },
  );

  test('says what is missing and what is wrong, all at once', () => {
    expect(problemsOf('{"id":null,"params":0,"trace":1}')).toEqual([
      { loc: ['jsonrpc'], msg: 'Missing', type: 'missing' },
      { loc: ['id'], msg: 'Must be a string or a safe integer', type: 'id' },
      { loc: ['method'], msg: 'Missing', type: 'missing' },
      { loc: ['params'], msg: 'Must be an object or an array', type: 'params' },
      { loc: ['trace'], msg: 'Not a member of a request object', type: 'unknown_member' },
    ]);
  });

  test('keeps its id where that is a valid one', () => {
    expect(parse('{"id":"a","method":"ping"}')).toMatchObject({ kind: 'invalid', id: 'a' });
  });

  test('is no notification, though it has no id', () => {
    expect(parse('{"jsonrpc":"2.0","method":1}')).toMatchObject({ kind: 'invalid', id: null });
  });

  test('does not inherit its members', () => {
    const members = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(parse(`{"__proto__":${members}}`)).toMatchObject({ kind: 'invalid', id: null });
  });
});

test.each(['null', '1', '"text"', 'true', '[]', '[[]]'])('%s is no object at all', (json) => {
  expect(parse(json)).toEqual({
    kind: 'invalid',
    id: null,
    problems: [{ loc: [], msg: 'A request must be an object', type: 'object' }],
  });
});

describe('on the own route of a method', () => {
  test('the method may be left out', () => {
    expect(parse('{"jsonrpc":"2.0","id":1}', 'ping')).toMatchObject({
      kind: 'request',
      request: { method: 'ping' },
    });
  });

  test('the method may be named; whether it is this one is not the envelope’s affair', () => {
    expect(parse('{"jsonrpc":"2.0","id":1,"method":"pong"}', 'ping')).toMatchObject({
      kind: 'request',
      request: { method: 'pong' },
    });
  });

  test('a method that is no string stays a problem', () => {
    expect(problemsOf('{"jsonrpc":"2.0","id":1,"method":null}', 'ping')).toMatchObject([
      { loc: ['method'], type: 'string' },
    ]);
  });

  test('the other problems are found without the method', () => {
    expect(problemsOf('{"jsonrpc":"2.0","id":1.5}', 'ping')).toMatchObject([{ loc: ['id'] }]);
  });
});
