import * as v from 'valibot';
import * as service from '../service/service.js';

/** A method without a framework: schemas and a function of their outputs. */
export interface BaselineMethod {
  readonly params: v.GenericSchema;
  /** The schema of the header with the token. Undefined if the method doesn't read the header. */
  readonly token?: v.GenericSchema;
  readonly result: v.GenericSchema;
  readonly run: (params: never, token: never) => unknown;
}

export function baselineMethods(setup: service.Setup): ReadonlyMap<string, BaselineMethod> {
  const { AddParams, Sum, Order, GreetParams, Token, Greeting, BalanceParams, Balance } = service;
  const addition: BaselineMethod = { params: AddParams, result: Sum, run: service.add };
  return new Map<string, BaselineMethod>([
    ['add', addition],
    ['place', { params: Order, result: Order, run: service.place }],
    [
      'greet',
      {
        params: GreetParams,
        token: Token,
        result: Greeting,
        run: (_: never, token: string) => service.greet(token),
      },
    ],
    [
      'balance',
      {
        params: BalanceParams,
        result: Balance,
        run: async (params: v.InferOutput<typeof BalanceParams>) =>
          service.balance(await service.findAccount(service.openSession()), params),
      },
    ],
    ...service.fillerNames(setup).map((name) => [name, addition] as const),
  ]);
}

/** Params, or a token, that violate their schema. */
export class InvalidInput extends Error {}

/**
 * Calls a method for a library that validates neither params nor results itself.
 *
 * @throws InvalidInput
 */
export function callChecked(
  { params, token, result, run }: BaselineMethod,
  input: unknown,
  header: string | undefined,
): unknown {
  const value = run(check(params, input ?? {}), check(token, header));
  return value instanceof Promise
    ? value.then((resolved) => v.parse(result, resolved))
    : v.parse(result, value);
}

/** Validates a value. The type is `never`, because any method accepts the outputs of its schemas. */
function check(schema: v.GenericSchema | undefined, value: unknown): never {
  if (schema === undefined) return undefined as never;
  const checked = v.safeParse(schema, value);
  if (!checked.success) throw new InvalidInput('Invalid params');
  return checked.output as never;
}
