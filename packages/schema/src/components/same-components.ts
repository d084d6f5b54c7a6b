import { allSchemas } from '../json-schema/subschemas.js';
import type { Component } from './component.js';

/**
 * Numbers the components so that those which say the same have the same number. References count by
 * what they refer to, not by its name, so two recursive schemas of one shape are the same too.
 */
export function samenessOf(components: readonly Component[]): ReadonlyMap<Component, number> {
  const templates = components.map(templateOf);
  const byPlaceholder = new Map(components.map((one, index) => [one.placeholder, index]));
  let classes = components.map(() => 0);
  for (let count = 1; ;) {
    // As long as a step tells more of them apart, the next may do so again.
    const next = numbersOf(
      templates.map(({ text, refs }) =>
        [text, ...refs.map((ref) => classes[byPlaceholder.get(ref) ?? -1] ?? ref)].join('\n'),
      ),
    );
    const nextCount = new Set(next).size;
    classes = next;
    if (nextCount === count) break;
    count = nextCount;
  }
  return new Map(components.map((one, index) => [one, classes[index] ?? -1]));
}

/** The schema without what its references are, and the references in their order. */
function templateOf({ schema = {} }: Component): { text: string; refs: string[] } {
  const refs: string[] = [];
  for (const { $ref } of allSchemas(schema)) if (typeof $ref === 'string') refs.push($ref);
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? '' : value,
  );
  return { text, refs };
}

function numbersOf(texts: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}
