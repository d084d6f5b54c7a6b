import { Validator } from '@cfworker/json-schema';
import { isObject, type LocatedSchema } from './located-schema.js';

const validators = new WeakMap<object, Validator>();

/** Whether a schema accepts a value; undefined where a `$ref` can't be resolved. */
export function acceptsValue(located: LocatedSchema, value: unknown): boolean | undefined {
  const { schema, document } = located;
  if (located.isMalformed === true || document.resources.hasDynamicRefs) return undefined;
  if (typeof schema === 'boolean') return schema;
  try {
    let validator = validators.get(schema);
    if (validator === undefined) {
      validator = validatorOf(located);
      validators.set(schema, validator);
    }
    return validator.validate(value).valid;
  } catch {
    return undefined;
  }
}

function validatorOf({ schema, document }: LocatedSchema): Validator {
  const root = isObject(document.root) ? document.root : {};
  // The validator writes into its schemas.
  const copy = structuredClone({
    components: root['components'] ?? {},
    definitions: root['definitions'] ?? {},
    $defs: root['$defs'] ?? {},
    'x-referenced': root['x-referenced'] ?? {},
    'the-schema': schema,
  });
  const draft = document.dialect === 'draft-07' ? '7' : '2020-12';
  return new Validator({ ...copy, $ref: '#/the-schema' }, draft);
}
