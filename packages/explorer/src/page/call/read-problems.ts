import { isObject } from '@jsonrpc-kit/openrpc';
import { objectsOf } from '../document/json.js';

/** Something wrong with the params of a call, and where. */
export interface ParamsProblem {
  /** The names and indexes that lead to the value, such as `['items', 0, 'sku']`. */
  readonly loc: readonly (string | number)[];
  readonly message: string;
}

/** Reads the problems in the data of InvalidParams. */
export function readProblems(data: unknown): readonly ParamsProblem[] {
  if (!isObject(data)) return [];
  return objectsOf(data['errors'], 20).flatMap(({ loc, msg }) => {
    if (!Array.isArray(loc) || typeof msg !== 'string') return [];
    const steps = loc
      .slice(0, 100)
      .map((step: unknown) => (typeof step === 'number' ? step : String(step)));
    return [{ loc: steps, message: msg.slice(0, 500) }];
  });
}
