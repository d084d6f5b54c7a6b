import { post } from '@jsonrpc-kit/test-support/raw-client';
import { expect, test } from 'vitest';
import { exchange, onEveryAdapter, sendJson } from './on-every-adapter.js';

/** Field names that parsers of forms turn into nested objects. */
const PATHS = [
  '__proto__[polluted]',
  '__proto__.polluted',
  'constructor[prototype][polluted]',
  'a[__proto__][polluted]',
  'a.__proto__.polluted',
];

const echo = (value: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"value":${value}}}`;

onEveryAdapter((target) => {
  test.each([
    [
      'CVE-2022-23631',
      'references of superjson',
      '{"json":{"a":{"polluted":"yes"}},"meta":{"referentialEqualities":{"a.polluted":["__proto__.polluted"]}}}',
    ],
    [
      'CVE-2022-23631',
      'types of superjson',
      '{"json":{"at":"2026"},"meta":{"values":{"at":["Date"]}}}',
    ],
    [
      'CVE-2022-23631',
      'nodes of seroval',
      '{"t":{"t":25,"i":0,"s":{"k":["__proto__"]},"c":"Function"},"f":63}',
    ],
    ['CVE-2022-23631', 'tags of devalue', '[["Map",1],{"__proto":2},-7]'],
    [
      'CVE-2022-23631',
      'classes of Ruby and Python',
      '{"json_class":"Kernel","__jsonclass__":["os.system",["id"]]}',
    ],
    [
      'CVE-2022-23631',
      'a function as text',
      '{"rce":"_$$ND_FUNC$$_function () { process.exit(1) }()"}',
    ],
    [
      'CVE-2025-55182',
      'a member named then',
      '{"then":"$1:constructor:constructor","status":"resolved_model"}',
    ],
    [
      'CVE-2025-55182',
      'a reference of React Flight',
      '{"_response":{"_prefix":"process.exit(1)//"},"value":"$B0"}',
    ],
    ['CVE-2025-55182', 'a member named toJSON', '{"toJSON":"x"}'],
  ])('%s: returns %s unchanged, as plain data', async (_, _what, value) => {
    const response = await exchange(target, post('/rpc', echo(value)));
    expect(response.body).toBe(`{"jsonrpc":"2.0","id":1,"result":${value}}`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each([
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'prototype',
    'then',
    'toString',
    'valueOf',
    '__defineGetter__',
  ])('CVE-2025-55182: does not find a method named %s', async (method) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
    const notFound = { id: 1, error: { code: -32601 } };
    expect(await sendJson(target, body)).toMatchObject(notFound);
    const { status, body: text } = await exchange(target, post(`/rpc/${method}`, body));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject(notFound);
  });

  test('CVE-2025-55182: rejects a call whose required parameter is only in its __proto__ member', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"transfer","params":{"__proto__":{"amount":5}}}';
    expect(await sendJson(target, body)).toMatchObject({ error: { code: -32602 } });
  });

  test.each(PATHS)('CVE-2025-68130: rejects a form with the field %s', async (name) => {
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nyes\r\n--x--\r\n`;
    const responses = [
      await exchange(target, post('/rpc', `${encodeURIComponent(name)}=yes`, urlencoded)),
      await exchange(target, post('/rpc', part, multipart)),
    ];
    expect(responses.map(({ status }) => status)).toEqual([415, 415]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each(PATHS)('CVE-2025-68130: does not split the parameter name %s', async (name) => {
    const params = { [name]: 'yes' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'store', params });
    expect(await sendJson(target, body)).toEqual({ jsonrpc: '2.0', id: 1, result: params });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each([
    ['a member named __proto__', '{"__proto__":{"polluted":"yes"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":"yes"}}}'],
    ['a __proto__ deep inside', '{"a":[{"b":{"__proto__":{"polluted":"yes"}}}]}'],
    ['duplicate __proto__ members', '{"__proto__":null,"__proto__":{"polluted":"yes"}}'],
    [
      'an oRPC payload of paths and values',
      '{"json":{},"meta":[[0,"__proto__","polluted"]],"maps":[["__proto__","polluted"]]}',
    ],
  ])('CVE-2026-28794: keeps Object.prototype clean when params contain %s', async (_, params) => {
    for (const method of ['store', 'echo', 'ping']) {
      const value = method === 'echo' ? `{"value":${params}}` : params;
      await sendJson(target, `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${value}}`);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('CVE-2026-28794: passes a __proto__ member to the handler as plain data or omits it', async () => {
    await sendJson(target, echo('{"__proto__":{"isAdmin":true}}'));
    const [value] = target.received as [{ isAdmin?: unknown }];
    expect(value.isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('CVE-2026-28794: rejects an envelope with a member named __proto__', async () => {
    const envelope = '{"__proto__":{"id":7},"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(await sendJson(target, envelope)).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  test('CVE-2026-28794: does not read the method or the id from a __proto__ member', async () => {
    const envelope = '{"__proto__":{"method":"ping","id":7},"jsonrpc":"2.0"}';
    expect(await sendJson(target, envelope)).toMatchObject({ id: null, error: { code: -32600 } });
  });
});
