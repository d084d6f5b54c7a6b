import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { replaceReferences } from './references.js';

interface ReferencedSchema {
  /** The `$ref` of the schema. */
  readonly placeholder: string;
  readonly schema: JsonSchema | undefined;
}

/**
 * Numbers components so that equal ones have the same number. References are compared by the schemas
 * that they refer to, not by name, so two recursive schemas of the same structure are equal.
 */
export function numberEqualComponents<Component extends ReferencedSchema>(
  components: readonly Component[],
): ReadonlyMap<Component, number> {
  const templates = components.map(templateOf);
  const indexes = new Map(components.map(({ placeholder }, index) => [placeholder, index]));
  let numbers = components.map(() => 0);
  for (let count = 1; ;) {
    // Partition refinement: repeat while a step distinguishes more components.
    const refined = numberTexts(
      templates.map(({ text, references }) =>
        [text, ...references.map((ref) => numbers[indexes.get(ref) ?? -1] ?? ref)].join('\n'),
      ),
    );
    const refinedCount = new Set(refined).size;
    numbers = refined;
    if (refinedCount === count) break;
    count = refinedCount;
  }
  return new Map(components.map((component, index) => [component, numbers[index] ?? -1]));
}

/** Separates a schema from its references. */
function templateOf({ schema = {} }: ReferencedSchema): { text: string; references: string[] } {
  const references: string[] = [];
  const withoutReferences = replaceReferences(schema, (reference) => {
    references.push(reference);
    return '';
  });
  return { text: JSON.stringify(withoutReferences), references };
}

function numberTexts(texts: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}
