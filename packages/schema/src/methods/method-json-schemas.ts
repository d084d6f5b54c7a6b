import type { AnyEntrypoint, MethodDescription } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { Components } from '../components/components.js';
import { COMPONENT_PREFIX, replaceReferences } from '../components/references.js';
import { SchemaConverter } from '../components/schema-converter.js';
import { type DescribedMethod, describeEntrypointMethods, namesOf } from './described-methods.js';
import { declaredParams, methodInputs, methodResult, namedParams } from './method-schemas.js';

/** A method with the JSON Schemas of its parameters and its result, in draft 2020-12. */
export interface MethodJsonSchemas {
  /** The method's declaration. */
  readonly description: MethodDescription;
  /** The parameters by name; without headers, cookies and credentials. */
  readonly params: JsonSchema;
  /** Undefined for a method without a result schema. */
  readonly result: JsonSchema | undefined;
}

/**
 * Returns the JSON Schemas of an entrypoint's methods. Each schema is self-contained: the schemas that it
 * refers to are in its `$defs`.
 *
 * @param includes which methods to convert
 * @throws TypeError for a schema that has no JSON Schema; the message says where it is
 */
export function methodJsonSchemas(
  entrypoint: AnyEntrypoint,
  includes: (method: MethodDescription) => boolean,
): readonly MethodJsonSchemas[] {
  return describeEntrypointMethods(entrypoint, namesOf(entrypoint, []))
    .filter(({ description }) => includes(description))
    .map((method) => ({
      description: method.description,
      params: standalone((converter) => paramsByName(method, converter)),
      result:
        method.description.result === undefined
          ? undefined
          : standalone((converter) => methodResult(method, converter)),
    }));
}

function paramsByName(method: DescribedMethod, converter: SchemaConverter): JsonSchema {
  const declared = declaredParams(method, converter);
  if (declared !== undefined) return { type: 'object', ...declared.schema };
  return namedParams(methodInputs(method, converter).filter((input) => input.in === 'param'));
}

/** Converts a schema on its own, with its components under `$defs`. */
function standalone(convert: (converter: SchemaConverter) => JsonSchema): JsonSchema {
  const components = new Components(true);
  const schema = convert(new SchemaConverter(components, 'draft-2020-12'));
  const { type } = components.resolve(schema);
  const { document, schemas } = components.finish(
    // Clients look for the type at the root, even beside a reference.
    type === undefined ? schema : { type, ...schema },
  );
  const complete = Object.keys(schemas).length === 0 ? document : { ...document, $defs: schemas };
  return replaceReferences(complete, (reference) =>
    reference.startsWith(COMPONENT_PREFIX)
      ? `#/$defs/${reference.slice(COMPONENT_PREFIX.length)}`
      : reference,
  );
}
