import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { post, request } from '../../test/in-process.js';
import { Api, dependency, Entrypoint } from '../index.js';
import { DependencyOverrides } from './dependency-overrides.js';

const getName = dependency({}, () => 'real', { name: 'getName' });
const getUser = dependency({ name: getName }, ({ name }) => ({ name }), { name: 'getUser' });
const getPath = dependency({ user: getUser }, ({ user }) => `/home/${user.name}`);

function makeApi(): Api {
  const v1 = new Entrypoint('/rpc');
  v1.method('path', { args: { path: getPath } }, ({ path }) => path);
  const shared = new Entrypoint('/shared', { messageDependencies: [getPath] });
  shared.method('path', { args: { path: getPath, user: getUser } }, (args) => args);
  return new Api().bindEntrypoint(v1).bindEntrypoint(shared);
}

describe('api.dependencyOverrides', () => {
  let api: Api;
  beforeEach(() => {
    api = makeApi();
  });
  const result = async (path = '/rpc', params: object = {}): Promise<unknown> =>
    ((await post(api, path, request('path', params))).json as { result: unknown }).result;

  test('replaces a dependency at every depth', async () => {
    expect(await result()).toBe('/home/real');
    api.dependencyOverrides.set(
      getName,
      dependency({}, () => 'fake'),
    );
    expect(await result()).toBe('/home/fake');
    api.dependencyOverrides.set(
      getUser,
      dependency({}, () => ({ name: 'replaced' })),
    );
    expect(await result()).toBe('/home/replaced');
  });

  test('stops replacing a dependency after delete() and clear()', async () => {
    api.dependencyOverrides.set(
      getName,
      dependency({}, () => 'fake'),
    );
    api.dependencyOverrides.set(
      getUser,
      dependency({}, () => ({ name: 'replaced' })),
    );
    expect(api.dependencyOverrides.delete(getUser)).toBe(true);
    expect(await result()).toBe('/home/fake');
    api.dependencyOverrides.clear();
    expect(api.dependencyOverrides.size).toBe(0);
    expect(await result()).toBe('/home/real');
  });

  test('replaces a dependency that runs once per message', async () => {
    api.dependencyOverrides.set(
      getName,
      dependency({}, () => 'fake'),
    );
    expect(await result('/shared')).toEqual({ path: '/home/fake', user: { name: 'fake' } });
  });

  test('accepts a replacement with other parameters', async () => {
    api.dependencyOverrides.set(
      getUser,
      dependency({ as: v.string() }, ({ as }) => ({ name: as })),
    );
    expect(await result('/rpc', { as: 'ann' })).toBe('/home/ann');
  });

  test('does not affect other apis', async () => {
    api.dependencyOverrides.set(
      getName,
      dependency({}, () => 'fake'),
    );
    expect(await result()).toBe('/home/fake');
    api = makeApi();
    expect(await result()).toBe('/home/real');
  });

  test.each(['before-response', 'after-response'] as const)(
    'runs the teardown of a function when that of the replaced dependency would run: %s',
    async (teardown) => {
      const session = dependency({}, () => 'real', { teardown });
      const v1 = new Entrypoint('/rpc');
      v1.method('session', { args: { session } }, (args) => args.session);
      api = new Api().bindEntrypoint(v1);
      let isClosed = false;
      api.dependencyOverrides.set(session, function* () {
        yield 'fake';
        isClosed = true;
      });
      const { response } = await post(api, '/rpc', request('session'));
      expect(isClosed).toBe(teardown === 'before-response');
      await response.onSent?.();
      expect(isClosed).toBe(true);
    },
  );

  test('rejects a replacement that depends on the replaced dependency', () => {
    const loud = dependency({ user: getUser }, ({ user }) => user, { name: 'loud' });
    const louder = dependency({ user: loud }, ({ user }) => user, { name: 'louder' });
    expect(() => api.dependencyOverrides.set(getUser, louder)).toThrow(
      '"louder" can\'t replace "getUser", because it depends on "getUser"',
    );
  });

  test('rejects a replacement of another type at compile time', () => {
    const five = dependency({}, () => 5);
    // @ts-expect-error a number is not a user
    api.dependencyOverrides.set(getUser, five);
    expect(api.dependencyOverrides.size).toBe(1);
  });
});

test('overrides with a base apply in addition to it, even if it changes later', () => {
  const base = new DependencyOverrides();
  const own = new DependencyOverrides(base);
  own.set(getUser, () => ({ name: 'own' }));
  base.set(getUser, () => ({ name: 'base' })).set(getName, () => 'base');
  expect(own.get(getUser)?.resolve({})).toEqual({ name: 'own' });
  expect(own.get(getName)).toBe(base.get(getName));
  const { version } = own;
  base.clear();
  expect(own.version).toBeGreaterThan(version);
  expect([own.has(getUser), own.has(getName), own.size]).toEqual([true, false, 1]);
});
