import type { StandardSchemaV1 } from '@standard-schema/spec';
import { documentedAs } from '../document-as.js';
import type { Direction, JsonSchema } from '../json-schema.js';
import { DOCUMENT_AS, type Place, undocumentable } from '../undocumentable.js';
import { jsonNode } from './json-node.js';
import { hasDefault, mayBeUndefined } from './may-be-undefined.js';
import { noJsonFor } from './no-json-for.js';
import { slicePipe } from './slice-pipe.js';
import { isNode, nodesIn, schemaMember, type ValibotNode } from './valibot-node.js';

export interface Preparation {
  readonly direction: Direction;
  readonly place: Place;
  /** The reference to a schema that has a name, by hand or as `always`. */
  readonly reference: (schema: StandardSchemaV1, always: boolean) => JsonSchema | undefined;
}

/**
 * A schema of which each part can be converted: named parts and recursion are references in it,
 * pipes have the part that counts in this direction.
 *
 * @throws TypeError for what has no JSON
 */
export function prepareSchema(schema: ValibotNode, preparation: Preparation): ValibotNode {
  return new Preparer(preparation).root(schema);
}

class Preparer {
  readonly #of: Preparation;

  constructor(of: Preparation) {
    this.#of = of;
  }

  /** Its own name is not looked for: it is what is being made. */
  root(schema: ValibotNode): ValibotNode {
    return this.#documented(schema) ?? this.#structure(schema, '');
  }

  #schema(schema: ValibotNode, path: string): ValibotNode {
    const json = this.#ownJson(schema);
    return json === undefined ? this.#structure(schema, path) : jsonNode(json);
  }

  #documented(schema: ValibotNode): ValibotNode | undefined {
    const json = documentedAs(schema, this.#of.direction);
    return json && jsonNode(json);
  }

  #structure(schema: ValibotNode, path: string): ValibotNode {
    if (Array.isArray(schema['pipe'])) return this.#pipe(schema, path);
    const noJson = noJsonFor(schema.type);
    if (noJson !== undefined) {
      const what = `${schema.type}: ${noJson.what}`;
      throw undocumentable(this.#of.place, path, what, `${noJson.instead}, or ${DOCUMENT_AS}`);
    }
    switch (schema.type) {
      case 'date':
        return jsonNode({ type: 'string', format: 'date-time' });
      case 'undefined':
      case 'void':
        return jsonNode({ not: {} });
      case 'lazy':
        return this.#lazy(schema);
      case 'non_optional':
      case 'non_nullable':
      case 'non_nullish':
        return this.#schema(unwrapped(schemaMember(schema, 'wrapped'), schema.type), path);
      default:
        return this.#children(schema, path);
    }
  }

  #pipe(schema: ValibotNode, path: string): ValibotNode {
    const { items, unknown } = slicePipe(this.#flat(schema), this.#of.direction);
    if (unknown !== undefined) {
      throw undocumentable(
        this.#of.place,
        path,
        `nobody knows what its ${unknown.type} gives`,
        `write the schema of its outcome behind it, as v.pipe(…, v.transform(…), v.string()), or ${DOCUMENT_AS}`,
      );
    }
    const [first, ...actions] = items;
    if (first === undefined) throw new TypeError(`An empty pipe (${this.#of.place.where})`);
    const head = actions.every(narrowsNothing)
      ? this.#schema(first, path)
      : (this.#documented(first) ?? this.#structure(first, path));
    return actions.length === 0 ? head : { ...head, pipe: [head, ...actions] };
  }

  /** Pipes in pipes are one pipe; but what has a name stays in one piece if nothing narrows it. */
  #flat(schema: ValibotNode): readonly ValibotNode[] {
    const pipe = nodesIn(schema['pipe']);
    return pipe.flatMap((item, index) => {
      if (!Array.isArray(item['pipe'])) return [item];
      const json = pipe.slice(index + 1).every(narrowsNothing)
        ? this.#ownJson(item)
        : documentedAs(item, this.#of.direction);
      return json === undefined ? this.#flat(item) : [jsonNode(json)];
    });
  }

  #ownJson(schema: ValibotNode): JsonSchema | undefined {
    return (
      this.#of.reference(standardOf(schema), false) ?? documentedAs(schema, this.#of.direction)
    );
  }

  #lazy(schema: ValibotNode): ValibotNode {
    const getter = schema['getter'] as (input: unknown) => unknown;
    const target = getter(undefined);
    if (!isNode(target)) throw new TypeError(`v.lazy() gives no schema (${this.#of.place.where})`);
    return jsonNode(this.#of.reference(standardOf(target), true) ?? {});
  }

  /** A copy with prepared schemas in each place where valibot has one. */
  #children(schema: ValibotNode, path: string): ValibotNode {
    const copy: Record<string, unknown> = { ...schema };
    const prepare = (member: string, at: string): void => {
      if (isNode(schema[member])) copy[member] = this.#schema(schema[member], `${path}${at}`);
    };
    prepare('item', '[]');
    prepare('wrapped', '');
    prepare('rest', '.*');
    prepare('key', '.*');
    prepare('value', '.*');
    if (nodesIn(schema['options']).length > 0) {
      copy['options'] = nodesIn(schema['options']).map((option) => this.#schema(option, path));
    }
    if (Array.isArray(schema['items'])) {
      const items = nodesIn(schema['items']);
      copy['items'] = items.map((item, index) => this.#schema(item, `${path}[${index}]`));
      copy['mayBeUndefined'] = items.map(mayBeUndefined);
      copy['mayBeLeftOut'] = items.map((item) => mayBeUndefined(item) || hasDefault(item));
    }
    if (isEntries(schema['entries'])) this.#entries(schema['entries'], copy, path);
    if (isNode(schema['item'])) copy['mayBeUndefined'] = [mayBeUndefined(schema['item'])];
    return copy as unknown as ValibotNode;
  }

  #entries(entries: Entries, copy: Record<string, unknown>, path: string): void {
    const names = Object.keys(entries);
    copy['entries'] = Object.fromEntries(
      names.map((name) => [name, this.#schema(entries[name] as ValibotNode, `${path}.${name}`)]),
    );
    copy['required'] = names.filter((name) =>
      isRequired(entries[name] as ValibotNode, this.#of.direction),
    );
  }
}

const UNSEEN: ReadonlySet<string> = new Set(
  'brand flavor guard readonly check raw_check partial_check'.split(' '),
);

/** Whether the JSON Schema is the same without it, but for words. */
function narrowsNothing({ kind, type }: ValibotNode): boolean {
  return kind === 'metadata' || UNSEEN.has(type);
}

type Entries = Readonly<Record<string, ValibotNode>>;

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && Object.values(value).every(isNode);
}

/** Whether JSON has always this member of an object. */
function isRequired(entry: ValibotNode, direction: Direction): boolean {
  if (direction === 'output') return !mayBeUndefined(entry);
  return !['optional', 'exact_optional', 'nullish'].includes(entry.type);
}

const UNWRAPPED: Readonly<Record<string, readonly string[]>> = {
  non_optional: ['optional', 'exact_optional', 'undefinedable'],
  non_nullable: ['nullable'],
  non_nullish: ['nullish', 'nullable', 'optional', 'undefinedable'],
};

function unwrapped(schema: ValibotNode, by: string): ValibotNode {
  const unwraps = UNWRAPPED[by]?.includes(schema.type) ?? false;
  return unwraps && !hasDefault(schema) ? schemaMember(schema, 'wrapped') : schema;
}

function standardOf(schema: ValibotNode): StandardSchemaV1 {
  // All schemas of valibot are.
  return schema as unknown as StandardSchemaV1;
}
