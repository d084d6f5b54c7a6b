import type { ParamStructure } from '@jsonrpc-kit/core/description';
import { type CallExample, Made } from '../document/method-examples.js';
import type { MethodInput } from '../document/method-inputs.js';

/**
 * The params of an example as they are sent: by position where the method takes nothing else.
 *
 * @param made params that the schema makes: by position something has to stand where the example
 *   says nothing
 */
export function paramsInStructure(
  params: CallExample['params'],
  inputs: readonly MethodInput[],
  structure: ParamStructure,
  made: unknown,
): unknown {
  if (params === undefined) return {};
  if (params instanceof Made) return params.value;
  if (structure !== 'by-position') return params;
  const names = inputs.filter(({ in: kind }) => kind === 'param').map(({ name }) => name);
  const last = names.findLastIndex((name) => Object.hasOwn(params, name));
  const others = Array.isArray(made) ? (made as readonly unknown[]) : [];
  const length = Math.max(last + 1, others.length);
  return names.slice(0, length).map((name, index) => params[name] ?? others[index] ?? null);
}
