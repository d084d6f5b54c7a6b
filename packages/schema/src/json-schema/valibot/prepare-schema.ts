import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { IMPOSSIBLE } from '../clean-schema.js';
import { declaredJsonSchema } from '../document-as.js';
import type { Direction } from '../json-schema.js';
import {
  type SchemaUsage,
  unsupportedByValibot,
  unsupportedSchema,
  USE_DOCUMENT_AS,
} from '../unsupported-schema.js';
import { isUnconstraining, slicePipe } from './pipe.js';
import {
  hasDefault,
  isEntries,
  isNode,
  jsonNode,
  nodesIn,
  schemaMember,
  type ValibotNode,
} from './valibot-node.js';

export interface PreparationContext {
  readonly direction: Direction;
  readonly usage: SchemaUsage;
  /**
   * Returns a reference to the component of a named schema.
   *
   * @param force also creates a component for a schema without a name
   */
  readonly reference: (schema: StandardSchemaV1, force: boolean) => JsonSchema | undefined;
}

/**
 * Rewrites a schema so that valibot's converter supports every part: named and recursive schemas
 * become references, and pipes are cut to the part that describes the direction.
 *
 * @throws TypeError for a schema without a JSON Schema
 */
export function prepareSchema(schema: ValibotNode, context: PreparationContext): ValibotNode {
  return new SchemaPreparation(context).prepareInline(schema);
}

class SchemaPreparation {
  readonly #context: PreparationContext;

  constructor(context: PreparationContext) {
    this.#context = context;
  }

  #prepare(schema: ValibotNode, path: string, actions?: readonly ValibotNode[]): ValibotNode {
    const json = this.#knownJson(schema, actions);
    return json === undefined ? this.prepareInline(schema, path) : jsonNode(json);
  }

  /** Returns a declared JSON Schema, or a reference, which can't have constraints of later actions. */
  #knownJson(schema: ValibotNode, actions: readonly ValibotNode[] = []): JsonSchema | undefined {
    const { reference, direction } = this.#context;
    const component = actions.every(isUnconstraining)
      ? reference(asStandardSchema(schema), false)
      : undefined;
    return component ?? declaredJsonSchema(schema, direction);
  }

  /** Does not look for a component of the schema itself, which may be the one that is being created. */
  prepareInline(schema: ValibotNode, path = ''): ValibotNode {
    if (Array.isArray(schema['pipe'])) return this.#pipe(schema, path);
    const unsupported = unsupportedByValibot(schema.type);
    if (unsupported !== undefined) {
      throw unsupportedSchema(this.#context.usage, { ...unsupported, path });
    }
    switch (schema.type) {
      case 'date':
        return jsonNode({ type: 'string', format: 'date-time' });
      case 'undefined':
      case 'void':
        return jsonNode({ ...IMPOSSIBLE });
      case 'lazy':
        return this.#lazy(schema);
      case 'non_optional':
      case 'non_nullable':
      case 'non_nullish':
        return this.#prepare(unwrap(schemaMember(schema, 'wrapped'), schema.type), path);
      default:
        return this.#children(schema, path);
    }
  }

  #pipe(schema: ValibotNode, path: string): ValibotNode {
    const { usage, direction } = this.#context;
    const { items, unknownOutput } = slicePipe(this.#flatPipe(schema), direction);
    if (unknownOutput !== undefined) {
      throw unsupportedSchema(usage, {
        path,
        problem: `the output type of its ${unknownOutput.type} is unknown`,
        fix: `Add the schema of the output, such as v.pipe(…, v.transform(…), v.string()), or ${USE_DOCUMENT_AS}`,
      });
    }
    const [first, ...actions] = items;
    if (first === undefined) throw new TypeError(`${usage.where}: v.pipe() has no items`);
    const head = this.#prepare(first, path, actions);
    return actions.length === 0 ? head : { ...head, pipe: [head, ...actions] };
  }

  /** Flattens nested pipes, except for known schemas that no later action constrains. */
  #flatPipe(schema: ValibotNode): readonly ValibotNode[] {
    const pipe = nodesIn(schema['pipe']);
    return pipe.flatMap((item, index) => {
      if (!Array.isArray(item['pipe'])) return [item];
      const json = this.#knownJson(item, pipe.slice(index + 1));
      return json === undefined ? this.#flatPipe(item) : [jsonNode(json)];
    });
  }

  #lazy(schema: ValibotNode): ValibotNode {
    const { reference, usage } = this.#context;
    const target = (schema['getter'] as (input: unknown) => unknown)(undefined);
    if (!isNode(target)) {
      throw new TypeError(`${usage.where}: the function of v.lazy() returns no schema`);
    }
    return jsonNode(reference(asStandardSchema(target), true) ?? {});
  }

  /** Copies a schema with prepared schemas in all members that hold one. */
  #children(schema: ValibotNode, path: string): ValibotNode {
    const copy: Record<string, unknown> = { ...schema, original: schema };
    const { options, items, entries } = schema;
    for (const [member, suffix] of Object.entries(PATHS)) {
      const value = schema[member];
      if (isNode(value)) copy[member] = this.#prepare(value, `${path}${suffix}`);
    }
    if (nodesIn(options).length > 0) {
      copy['options'] = nodesIn(options).map((one) => this.#prepare(one, path));
    }
    if (Array.isArray(items)) {
      copy['items'] = nodesIn(items).map((one, index) => this.#prepare(one, `${path}[${index}]`));
    }
    if (isEntries(entries)) {
      copy['entries'] = Object.fromEntries(
        Object.entries(entries).map(([name, one]) => [name, this.#prepare(one, `${path}.${name}`)]),
      );
    }
    return copy as unknown as ValibotNode;
  }
}

/** The members that hold a schema, with its location. */
const PATHS = { item: '[]', wrapped: '', rest: '.*', key: '.*', value: '.*' };

const UNWRAPPED_BY: Readonly<Record<string, readonly string[]>> = {
  non_optional: ['optional', 'exact_optional', 'undefinedable'],
  non_nullable: ['nullable'],
  non_nullish: ['nullish', 'nullable', 'optional', 'undefinedable'],
};

function unwrap(schema: ValibotNode, wrapper: string): ValibotNode {
  const unwraps = UNWRAPPED_BY[wrapper]?.includes(schema.type) ?? false;
  return unwraps && !hasDefault(schema) ? schemaMember(schema, 'wrapped') : schema;
}

function asStandardSchema(schema: ValibotNode): StandardSchemaV1 {
  // Every valibot schema is a Standard Schema.
  return schema as unknown as StandardSchemaV1;
}
