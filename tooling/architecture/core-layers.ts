/**
 * The folders of `packages/core/src` from low to high. A file imports from its own folder or from a
 * lower one, never from a higher one, neither values nor types.
 */
export const coreLayers: readonly string[] = [
  'async',
  'options',
  'logging',
  'jsonrpc',
  'http',
  'validation',
  'errors',
  'background',
  'context',
  'rate-limit',
  'di',
  'security',
  'middleware',
  'method',
  'scheduling',
  'entrypoint',
  'call',
  'api',
];

/**
 * The files at the top of `packages/core/src`: one door per audience. A door may import everything
 * and is imported by nobody inside.
 */
export const coreDoors: readonly string[] = [
  'index.ts',
  'context.ts',
  'adapter.ts',
  'description.ts',
];

/** The only door behind which AsyncLocalStorage may stand: who does not import it does not pay. */
export const asyncContextDoor = 'context.ts';
