import { describe, expect, test } from 'vitest';
import { defineError } from './define-error.js';
import { toErrorObject, toInspectable } from './error-object.js';

const INTERNAL = { code: -32603, message: 'Internal error' };

class Own extends defineError({ code: 5000, message: 'Own' }) {
  readonly #response: (id: unknown) => unknown;

  constructor(response: (id: unknown) => unknown) {
    super();
    this.#response = response;
  }

  override getResponse(id: unknown): never {
    return this.#response(id) as never;
  }
}

describe('toErrorObject()', () => {
  test('returns the error of the response of a typed error', () => {
    const error = { code: 5001, message: 'Changed', data: 1 };
    expect(toErrorObject(new Own(() => ({ error })), 1)).toEqual({ error });
  });

  test('passes the id to getResponse()', () => {
    const ids: unknown[] = [];
    toErrorObject(new Own((id) => ids.push(id)), 'a');
    expect(ids).toEqual(['a']);
  });

  test.each([new Error('secret'), 'secret', undefined])(
    'returns a new InternalError for %s, which is not malformed',
    (thrown) => {
      const outcome = toErrorObject(thrown, 1);
      expect(outcome).toEqual({ error: INTERNAL });
      expect(toErrorObject(thrown, 1).error).not.toBe(outcome.error);
    },
  );

  test.each<[string, unknown]>([
    ['getResponse() must return an object, not 1', 1],
    ['error must be an object, not null', { error: null }],
    ['error.code must be an integer, not "1"', { error: { code: '1', message: 'Own' } }],
    ['error.code must be an integer, not 1.5', { error: { code: 1.5, message: 'Own' } }],
    ['error.message must be a string, not undefined', { error: { code: 1 } }],
  ])('returns InternalError and the reason "%s" for a malformed response', (reason, response) => {
    const thrown = new Own(() => response);
    const { error, malformedReason } = toErrorObject(thrown, 1);
    expect(error).toEqual(INTERNAL);
    expect(malformedReason).toBeInstanceOf(TypeError);
    expect(malformedReason).toMatchObject({
      message: `Own: malformed error response: ${reason}`,
      cause: thrown,
    });
  });

  test('returns InternalError and the reason if getResponse() throws', () => {
    const cause = new Error('no');
    const thrown = new Own(() => {
      throw cause;
    });
    const { error, malformedReason } = toErrorObject(thrown, 1);
    expect(error).toEqual(INTERNAL);
    expect(malformedReason).toBeInstanceOf(TypeError);
    expect(malformedReason).toMatchObject({
      message: 'getResponse() of a typed error threw',
      cause,
    });
  });
});

describe('toInspectable()', () => {
  test.each([undefined, null, 1, 'text', Symbol('s'), {}, { name: 1 }, new Error('no'), () => 1])(
    'returns the thrown value %s unchanged',
    (thrown) => {
      expect(toInspectable(thrown)).toBe(thrown);
    },
  );

  const hostile: Readonly<Record<string, () => unknown>> = {
    'a revoked Proxy': () => revoked({}),
    'a revoked Proxy of a function': () => revoked(() => 1),
    'an Error whose name throws': () =>
      Object.defineProperty(new Error('no'), 'name', {
        get: () => {
          throw new Error('hostile');
        },
      }),
  };
  test.each(Object.keys(hostile))('returns a TypeError for %s', (name) => {
    expect(toInspectable(hostile[name]?.())).toEqual(
      new TypeError("The thrown value can't be inspected"),
    );
  });
});

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}
