/** The error classes of the core, from its sources or its build. */
export interface ErrorClasses {
  readonly BaseError: { readonly prototype: object };
  /** Any typed error. */
  readonly TypedError: new () => object;
}

function cycle(): object {
  const self: { self?: object } = {};
  self.self = self;
  return self;
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Creates an object that throws on every operation. */
function hostile(target: object): object {
  const fail = (): never => {
    throw new RangeError('hostile');
  };
  return new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
    set: fail,
    apply: fail,
  });
}

function errorWithHostileMembers(): Error {
  const member = {
    get: (): never => {
      throw new RangeError('hostile');
    },
  };
  return Object.defineProperties(new Error('odd'), {
    stack: member,
    cause: member,
    message: member,
  });
}

/** Values that application code may throw or return by mistake, with functions that create them. */
export function oddValues({ BaseError, TypedError }: ErrorClasses): [string, () => unknown][] {
  return [
    ['undefined', () => undefined],
    ['null', () => null],
    ['false', () => false],
    ['NaN', () => Number.NaN],
    ['a BigInt', () => 1n],
    ['a symbol', () => Symbol('odd')],
    ['a string', () => 'odd'],
    ['a function', () => () => 'odd'],
    ['an empty object', () => ({})],
    ['an object without a prototype', () => Object.create(null) as unknown],
    ['an array', () => [undefined, 1n]],
    ['a cycle', cycle],
    ['an Error', () => new Error('odd')],
    ['a typed error', () => new TypedError()],
    [
      'an object with the prototype of a typed error',
      () => Object.create(BaseError.prototype) as unknown,
    ],
    ['an Error whose members throw', errorWithHostileMembers],
    ['a revoked Proxy', () => revoked({})],
    ['a revoked Proxy of a typed error', () => revoked(new TypedError())],
    ['a hostile Proxy', () => hostile({})],
    ['a hostile Proxy of a typed error', () => hostile(new TypedError())],
    ['a hostile Proxy of a function', () => hostile(() => 1)],
    [
      'a thenable whose then throws',
      () => ({
        // oxlint-disable-next-line unicorn/no-thenable -- this is the value under test
        then: () => {
          throw new Error('odd');
        },
      }),
    ],
    ['a response with an undefined error', () => ({ result: 5, error: undefined })],
    ['a response with a null error', () => ({ jsonrpc: '2.0', id: 9, result: 5, error: null })],
    ['an error object with a BigInt code', () => ({ code: 1n, message: 'odd' })],
  ];
}
