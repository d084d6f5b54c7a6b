import { isJsonSchema, type JsonSchema } from '../json-schema.js';

/**
 * Where nothing is known of what goes out, though something is of what comes in: arktype gives `{}`
 * for the outcome of a morph that does not name it.
 *
 * @returns the path, or undefined where there is no such place
 */
export function lostOutput(input: JsonSchema, output: JsonSchema): string | undefined {
  return search({ root: input, at: input }, { root: output, at: output }, '', new Set());
}

interface Spot {
  readonly root: JsonSchema;
  readonly at: unknown;
}

function search(input: Spot, output: Spot, path: string, seen: Set<unknown>): string | undefined {
  const [from, to] = [resolve(input), resolve(output)];
  if (!isJsonSchema(from) || !isJsonSchema(to) || seen.has(to)) return undefined;
  seen.add(to);
  if (saysNothing(to) && !saysNothing(from)) return path;
  const steps = [
    ...Object.keys(to['properties'] ?? {}).map((name) => ['properties', name]),
    ...((to['prefixItems'] ?? []) as unknown[]).map((_, index) => ['prefixItems', `${index}`]),
    ['items'],
    ['additionalProperties'],
  ];
  for (const step of steps) {
    const found = search(
      { root: input.root, at: take(from, step) },
      { root: output.root, at: take(to, step) },
      `${path}${stepText(step)}`,
      seen,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function saysNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) =>
    ['$schema', 'title', 'description'].includes(keyword),
  );
}

function take(schema: unknown, step: readonly string[]): unknown {
  return step.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    schema,
  );
}

/** Through references to its own definitions. */
function resolve({ root, at }: Spot): unknown {
  const { $ref } = (at ?? {}) as { readonly $ref?: unknown };
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return at;
  return resolve({ root, at: take(root, $ref.slice(2).split('/')) });
}

function stepText([keyword, name]: readonly string[]): string {
  if (keyword === 'properties') return `.${name}`;
  return keyword === 'additionalProperties' ? '.*' : `[${name ?? ''}]`;
}
