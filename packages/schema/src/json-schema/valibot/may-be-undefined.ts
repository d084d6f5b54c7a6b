import { nodesIn, schemaMember, type ValibotNode } from './valibot-node.js';

/** Whether a default, if there is one, stands in for what is left out. */
export function hasDefault(schema: ValibotNode): boolean {
  return defaultOf(schema) !== undefined;
}

export function defaultOf({ default: declared }: ValibotNode): unknown {
  return typeof declared === 'function' ? (declared as () => unknown)() : declared;
}

/** Whether the output may be undefined, which JSON leaves out. */
export function mayBeUndefined(schema: ValibotNode): boolean {
  switch (schema.type) {
    case 'undefined':
    case 'void':
      return true;
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullish':
      return !hasDefault(schema);
    case 'nullable':
      return mayBeUndefined(schemaMember(schema, 'wrapped'));
    case 'union':
    case 'variant':
      return nodesIn(schema['options']).some(mayBeUndefined);
    default:
      return false;
  }
}
