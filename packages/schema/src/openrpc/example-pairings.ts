import { type CallExample, Made } from '../document/method-examples.js';
import type { ContentDescriptor, ExamplePairing, NamedValue } from './openrpc-document.js';

/** The examples that somebody gave, in the method or in its schemas. */
export function examplePairings(
  calls: readonly CallExample[],
  params: readonly ContentDescriptor[],
): readonly ExamplePairing[] {
  return calls
    .filter(({ isGiven }) => isGiven)
    .map(({ key, summary, description, params: given, result }) => ({
      name: key,
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
      params: namedValues(given instanceof Made ? given.value : given, params),
      ...(result === undefined ? {} : { result: { name: 'result', value: result.value } }),
    }));
}

function namedValues(values: unknown, params: readonly ContentDescriptor[]): readonly NamedValue[] {
  if (Array.isArray(values)) {
    return values.map((value: unknown, index) => ({
      name: params[index]?.name ?? `${index}`,
      value,
    }));
  }
  return Object.entries(values ?? {})
    .filter(([name]) => name !== '')
    .map(([name, value]: [string, unknown]) => ({ name, value }));
}
