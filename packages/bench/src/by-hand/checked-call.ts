import * as v from 'valibot';
import type { HandMethod } from './methods.js';

/** Params, or a token, that are not what their schema says. */
export class InvalidInput extends Error {
  readonly issues: readonly v.BaseIssue<unknown>[];

  constructor(issues: readonly v.BaseIssue<unknown>[]) {
    super('Invalid params');
    this.issues = issues;
  }
}

/**
 * A method for a library that checks neither params nor results: its user does it in the method.
 *
 * @throws InvalidInput
 */
export function checkedCall(
  method: HandMethod,
  params: unknown,
  token: string | undefined,
): unknown {
  const input = check(method.params, params ?? {});
  const header = method.token === undefined ? undefined : check(method.token, token);
  // What the schemas gave is what the method takes.
  const value = method.run(input as never, header as never);
  return value instanceof Promise
    ? value.then((resolved) => v.parse(method.result, resolved))
    : v.parse(method.result, value);
}

function check(schema: v.GenericSchema, value: unknown): unknown {
  const checked = v.safeParse(schema, value);
  if (!checked.success) throw new InvalidInput(checked.issues);
  return checked.output;
}
