import type { Api } from '@jsonrpc-kit/core/description';

type Exports = Readonly<Record<string, unknown>>;

/**
 * The Api that a module exports: by itself, or as what a promise gives. The export that is named may
 * be a function too, and what it gives may have the Api as its `api`.
 *
 * @throws Error that says what the module exports, and what to do
 */
export async function findApi(exports: Exports, name: string | undefined): Promise<Api> {
  const all = allExports(exports);
  return name === undefined ? onlyApi(all) : namedApi(all, name);
}

/**
 * Of a CommonJS module all stands in `default`, and beside it only what Node could recognize; its own
 * default stands in there.
 */
function allExports(exports: Exports): Exports {
  const { default: whole } = exports;
  return isRecord(whole) ? { ...whole, ...exports, default: whole['default'] ?? whole } : exports;
}

async function onlyApi(exports: Exports): Promise<Api> {
  const found = new Map<Api, string>();
  for (const [name, exported] of Object.entries(exports)) {
    const value = await exported;
    if (isApi(value) && !found.has(value)) found.set(value, name);
  }
  const [first, ...others] = found.keys();
  if (first === undefined) {
    throw new Error(
      `The module exports no Api, but ${listOf(exports)}; name a function that gives one with --export`,
    );
  }
  if (others.length > 0) {
    throw new Error(
      `The module exports several Apis: ${[...found.values()].join(', ')}; choose one with --export`,
    );
  }
  return first;
}

async function namedApi(exports: Exports, name: string): Promise<Api> {
  if (!(name in exports)) {
    throw new Error(`The module exports no ${name}, but ${listOf(exports)}`);
  }
  const exported = await exports[name];
  const value = isApi(exported) || typeof exported !== 'function' ? exported : await call(exported);
  if (isApi(value)) return value;
  const { api } = (value ?? {}) as { readonly api?: unknown };
  if (isApi(api)) return api;
  const what = typeof exported === 'function' ? `The function ${name} gives` : `${name} is`;
  throw new Error(`${what} no Api, and has none as "api"`);
}

function call(give: unknown): unknown {
  // Whatever it takes, it has to do without.
  return (give as () => unknown)();
}

/** By what it can do: the application may have its own copy of the core. */
function isApi(value: unknown): value is Api {
  const api = value as Partial<Api> | null | undefined;
  return (
    typeof api === 'object' &&
    api !== null &&
    Array.isArray(api.entrypoints) &&
    typeof api.bindEntrypoint === 'function'
  );
}

/** What compilers and Node add to the exports of a CommonJS module. */
const MARKERS: ReadonlySet<string> = new Set(['__esModule', 'module.exports']);

function listOf(exports: Exports): string {
  const names = Object.keys(exports).filter(
    (name) => !MARKERS.has(name) && (name !== 'default' || !isRecord(exports[name])),
  );
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function isRecord(value: unknown): value is Exports {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
