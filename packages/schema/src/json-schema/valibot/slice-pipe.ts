import type { Direction } from '../json-schema.js';
import { jsonNode } from './json-node.js';
import type { ValibotNode } from './valibot-node.js';

/** They give a value of the type that they take. */
const KEEP_TYPE: ReadonlySet<string> = new Set(
  (
    'brand flavor guard readonly trim trim_start trim_end normalize to_lower_case ' +
    'to_upper_case to_camel_case to_kebab_case to_pascal_case to_snake_case to_min_value ' +
    'to_max_value filter_items sort_items'
  ).split(' '),
);

/** They say by themselves what they give. */
const GIVES: Readonly<Record<string, () => ValibotNode>> = {
  to_date: () => jsonNode({ type: 'string', format: 'date-time' }),
  to_string: () => jsonNode({ type: 'string' }),
  stringify_json: () => jsonNode({ type: 'string' }),
  to_number: () => jsonNode({ type: 'number' }),
  parse_boolean: () => jsonNode({ type: 'boolean' }),
  to_boolean: () => jsonNode({ type: 'boolean' }),
};

export interface PipeSlice {
  /** A schema, then actions on the type that it has. */
  readonly items: readonly ValibotNode[];
  /** A transformation that nobody knows the output of. */
  readonly unknown: ValibotNode | undefined;
}

/** The part of a pipe that tells what comes in, or what goes out. */
export function slicePipe(pipe: readonly ValibotNode[], direction: Direction): PipeSlice {
  return direction === 'input' ? inputOf(pipe) : outputOf(pipe);
}

function inputOf(pipe: readonly ValibotNode[]): PipeSlice {
  const end = pipe.findIndex((item, index) => index > 0 && changesType(item));
  return { items: end === -1 ? pipe : pipe.slice(0, end), unknown: undefined };
}

function outputOf(pipe: readonly ValibotNode[]): PipeSlice {
  const last = pipe.findLastIndex(changesType);
  const item = pipe[last];
  const rest = pipe.slice(last + 1);
  if (item === undefined || item.kind === 'schema') {
    return { items: pipe.slice(Math.max(last, 0)), unknown: undefined };
  }
  const given = Object.hasOwn(GIVES, item.type) ? GIVES[item.type]?.() : undefined;
  return given === undefined
    ? { items: [], unknown: item }
    : { items: [given, ...rest], unknown: undefined };
}

function changesType(item: ValibotNode): boolean {
  return item.kind === 'schema' || (item.kind === 'transformation' && !KEEP_TYPE.has(item.type));
}
