import type { Direction } from '../json-schema.js';
import { jsonNode, type ValibotNode } from './valibot-node.js';

/** Transformations whose output has the type of their input. */
const TYPE_PRESERVING: ReadonlySet<string> = new Set(
  (
    'brand flavor guard readonly trim trim_start trim_end normalize to_lower_case ' +
    'to_upper_case to_camel_case to_kebab_case to_pascal_case to_snake_case to_min_value ' +
    'to_max_value filter_items sort_items'
  ).split(' '),
);

/** The output of transformations that name their output type. */
const KNOWN_OUTPUTS: Readonly<Record<string, () => ValibotNode>> = {
  to_date: () => jsonNode({ type: 'string', format: 'date-time' }),
  to_string: () => jsonNode({ type: 'string' }),
  stringify_json: () => jsonNode({ type: 'string' }),
  to_number: () => jsonNode({ type: 'number' }),
  parse_boolean: () => jsonNode({ type: 'boolean' }),
  to_boolean: () => jsonNode({ type: 'boolean' }),
};

const UNCONSTRAINING: ReadonlySet<string> = new Set(
  'brand flavor guard readonly check raw_check partial_check'.split(' '),
);

/** Returns whether an action leaves the JSON Schema unchanged, apart from texts. */
export function isUnconstraining({ kind, type }: ValibotNode): boolean {
  return kind === 'metadata' || UNCONSTRAINING.has(type);
}

/** The part of a pipe that describes one direction. */
export interface PipeSlice {
  /** A schema, followed by actions on its type. */
  readonly items: readonly ValibotNode[];
  /** The last transformation, if its output type is unknown. */
  readonly unknownOutput: ValibotNode | undefined;
}

/** Returns the part of a pipe before its first transformation, or the part after its last one. */
export function slicePipe(pipe: readonly ValibotNode[], direction: Direction): PipeSlice {
  return direction === 'input' ? inputSlice(pipe) : outputSlice(pipe);
}

function inputSlice(pipe: readonly ValibotNode[]): PipeSlice {
  const end = pipe.findIndex((item, index) => index > 0 && changesType(item));
  return { items: end === -1 ? pipe : pipe.slice(0, end), unknownOutput: undefined };
}

function outputSlice(pipe: readonly ValibotNode[]): PipeSlice {
  const lastIndex = pipe.findLastIndex(changesType);
  const last = pipe[lastIndex];
  if (last === undefined || last.kind === 'schema') {
    return { items: pipe.slice(Math.max(lastIndex, 0)), unknownOutput: undefined };
  }
  const output = Object.hasOwn(KNOWN_OUTPUTS, last.type) ? KNOWN_OUTPUTS[last.type]?.() : undefined;
  return output === undefined
    ? { items: [], unknownOutput: last }
    : { items: [output, ...pipe.slice(lastIndex + 1)], unknownOutput: undefined };
}

function changesType(item: ValibotNode): boolean {
  return (
    item.kind === 'schema' || (item.kind === 'transformation' && !TYPE_PRESERVING.has(item.type))
  );
}
