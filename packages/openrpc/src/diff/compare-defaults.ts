import type { Finding } from './change.js';
import { schemasIn } from './containment/expand.js';
import { keywordsOf } from './containment/conjunction.js';
import { sameData } from './containment/identical.js';
import { type LocatedSchema, referencesOf, subschema } from '../document/schema-document.js';
import { recordOf, requiredOf } from './containment/members.js';
import type { Descriptor } from '../document/methods.js';

/** Compares the defaults of a param and of its members. What is always sent has none. */
export function compareDefaults(old: Descriptor, next: Descriptor): readonly Finding[] {
  const [before, after] = [old, next].map(({ name, required, schema }) => {
    const values = new OptionalValues();
    values.collect({ path: name, schema, isOptional: !required });
    return values.found;
  });
  if (before === undefined || after === undefined) return [];
  return [...before].flatMap(([path, oldSchema]): readonly Finding[] => {
    const newSchema = after.get(path.replace(old.name, next.name));
    if (newSchema === undefined) return [];
    const [own, other] = [oldSchema, newSchema].map((schema) => keywordsOf(schema)['default']);
    if (sameData(own, other)) return [];
    const detail = `The default of the param "${path}" changed from ${show(own)} to ${show(other)}`;
    const pointers = { oldPointer: oldSchema.pointer, newPointer: newSchema.pointer };
    return [{ rule: 'param-default-changed', detail, ...pointers }];
  });
}

interface Place {
  readonly path: string;
  readonly schema: LocatedSchema;
  readonly isOptional: boolean;
}

/** Schemas of more members than this are compared in part. */
const MAX_VISITS = 2_000;

/** Finds everything that clients may leave out, with the schema that has its default, if there is one. */
class OptionalValues {
  readonly found = new Map<string, LocatedSchema>();
  #visits = 0;

  collect({ path, schema, isOptional }: Place, ancestors: ReadonlySet<unknown> = new Set()): void {
    if (ancestors.has(schema.schema) || ++this.#visits > MAX_VISITS) return;
    const below = new Set([...ancestors, schema.schema]);
    const hasDefault = keywordsOf(schema)['default'] !== undefined;
    if (isOptional && (hasDefault || !this.found.has(path))) this.found.set(path, schema);
    // A default beside a `$ref` comes before that of its target.
    const same = { path, isOptional: isOptional && !hasDefault };
    const targets = referencesOf(schema).flatMap(({ target }) => target ?? []);
    for (const part of [...targets, ...schemasIn(schema, 'allOf')]) {
      this.collect({ ...same, schema: part }, below);
    }
    const required = requiredOf([schema]);
    for (const name of Object.keys(recordOf(schema, 'properties'))) {
      const member = subschema(schema, 'properties', name);
      const place = { path: `${path}.${name}`, schema: member, isOptional: !required.has(name) };
      this.collect(place, below);
    }
  }
}

function show(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
