import { describe, expect, test } from 'vitest';
import { adapterApi } from '../adapter.js';
import {
  addInstrumentation,
  Api,
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
} from '../index.js';

const entrypoint = new Entrypoint('/rpc');
const ping = defineMethod('ping', { tags: ['health'] }, () => 'pong');

/** Passes a value as a caller without types can. */
function wrong(value: unknown): never {
  return value as never;
}

describe('errors about a value that is not an Api or an Entrypoint', () => {
  test.each<[unknown, string]>([
    [undefined, 'undefined. Write new Api().'],
    ['/rpc', '"/rpc". Write new Api().'],
    [Api, 'a function. Write new Api().'],
    [ping, 'the method "ping". Write new Api().'],
    [{ api: new Api() }, 'an object. Pass the api itself.'],
    [
      entrypoint,
      'an Entrypoint. Bind the entrypoint to one: new Api().bindEntrypoint(entrypoint).',
    ],
  ])('adapterApi(%j) throws an error that names the value and the remedy', (value, problem) => {
    expect(() => adapterApi(value as Api, 'jsonRpc()')).toThrow(
      new TypeError(`jsonRpc() needs an Api, not ${problem}`),
    );
  });

  test.each<[unknown, string]>([
    [undefined, "undefined. Write new Entrypoint('/rpc')."],
    ['/rpc', `"/rpc". Write new Entrypoint('/rpc').`],
    [[entrypoint], "an array. Write new Entrypoint('/rpc')."],
    [new Api(), "an Api. Write new Entrypoint('/rpc')."],
    [ping, 'the method "ping". Add the method to one: entrypoint.addMethods([method]).'],
  ])(
    'api.bindEntrypoint(%j) throws an error that names the value and the remedy',
    (value, problem) => {
      expect(() => new Api().bindEntrypoint(wrong(value))).toThrow(
        new TypeError(`Api: bindEntrypoint() needs an Entrypoint, not ${problem}`),
      );
    },
  );

  test('adapterApi() and bindEntrypoint() accept an Api and an Entrypoint', () => {
    expect(() => adapterApi(new Api(), 'jsonRpc()')).not.toThrow();
    expect(new Api().bindEntrypoint(entrypoint).entrypoints).toEqual([entrypoint]);
  });
});

describe('errors about wrong options', () => {
  test.each<[string, () => unknown, string]>([
    [
      'onClosed(5)',
      () => new Api().onClosed(wrong(5)),
      'Api: onClosed() needs a function, not 5. Write api.onClosed(() => pool.close()).',
    ],
    [
      'a function as instrumentation',
      () => addInstrumentation(wrong(() => undefined)),
      'addInstrumentation(): the options must be an object, not a function. Pass {} if you need none.',
    ],
    [
      'instrumentation with a misspelled hook',
      () => addInstrumentation(wrong({ calls: () => undefined })),
      'addInstrumentation(): unknown option "calls". Did you mean "call"?',
    ],
    [
      'a misspelled member of an example',
      () => defineMethod('pay', { examples: [wrong({ param: {} })] }, () => 1),
      'method "pay": examples[0]: unknown option "param". Did you mean "params"?',
    ],
    [
      'an example whose params are not an object',
      () => defineMethod('pay', { examples: [{}, wrong({ params: 5 })] }, () => 1),
      'method "pay": examples[1]: params must be an object, not 5',
    ],
    [
      'a server without a url',
      () => new Api({ servers: [wrong({ uri: '/' })] }),
      "Api: servers[0] must be a server, not an object. Write { url: 'https://api.bank.example' }.",
    ],
  ])('rejects %s with a message that names the remedy', (_, run, message) => {
    expect(run).toThrow(new TypeError(message));
  });

  test.each([undefined, null, 5, 'text', [5], [undefined], [() => 1]])(
    'addMethods(%j) throws an error that names the entrypoint',
    (methods) => {
      expect(() => new Entrypoint('/rpc').addMethods(wrong(methods))).toThrow(
        'entrypoint "/rpc": addMethods() accepts only methods',
      );
    },
  );
});

describe('compiled declarations are frozen', () => {
  class Gone extends defineError({ code: 6001, message: 'Gone' }) {}
  const made = dependency({}, () => 1);
  const api = new Api({ servers: [{ url: '/' }] }).bindEntrypoint(entrypoint);
  const { settings } = entrypoint;

  test.each<[string, readonly unknown[], unknown]>([
    ['settings.middlewares', settings.middlewares, () => undefined],
    ['settings.errors', settings.errors, Gone],
    ['settings.messageDependencies', settings.messageDependencies, made],
    ['settings.commonDependencies', settings.commonDependencies, made],
    ['settings.tags', settings.tags, 'money'],
    ['Entrypoint.defaultErrors', Entrypoint.defaultErrors, Gone],
    ['entrypoint.methods', entrypoint.methods, ping],
    ['method.middlewares', ping.middlewares, () => undefined],
    ['method.errors', ping.errors, Gone],
    ['method.tags', ping.tags, 'money'],
    ['api.entrypoints', api.entrypoints, entrypoint],
    ['api.servers', api.servers, { url: '/' }],
  ])('pushing to %s throws', (_, list, item) => {
    expect(() => (list as unknown[]).push(item)).toThrow(TypeError);
  });

  test.each<[string, object, string]>([
    ['settings', settings, 'timeout'],
    ['settings.limits', settings.limits, 'maxBodyBytes'],
    ['a method', ping, 'timeout'],
  ])('assigning to a member of %s throws', (_, object, name) => {
    expect(() => Object.assign(object, { [name]: 1 })).toThrow(TypeError);
  });

  test('does not freeze the arrays that the application passed as options', () => {
    const middlewares: never[] = [];
    const other = new Entrypoint('/other', { middlewares });
    expect(Object.isFrozen(middlewares)).toBe(false);
    expect(other.settings.middlewares).not.toBe(middlewares);
  });
});
