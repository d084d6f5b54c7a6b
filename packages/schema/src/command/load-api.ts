import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Api } from '@jsonrpc-kit/core/description';

type Exports = Readonly<Record<string, unknown>>;

/**
 * Imports a module and returns its `Api`.
 *
 * @param path relative to the working directory
 * @param exportName an export that is an `Api`, a function that returns one, or a promise; the value
 *   may also have the `Api` as its member `api`. Default: the only exported `Api`.
 * @throws Error that says why the module can't be loaded, or what it exports instead
 */
export async function loadApi(path: string, exportName: string | undefined): Promise<Api> {
  const exports = withCommonJsExports(await importModule(path));
  return exportName === undefined ? onlyApi(exports) : namedApi(exports, exportName);
}

async function importModule(path: string): Promise<Exports> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`Module not found: ${path} (${file})`);
  try {
    return (await import(pathToFileURL(file).href)) as Exports;
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      const fix = "Build it and pass the JavaScript file, or set NODE_OPTIONS='--import tsx'";
      throw new Error(`This version of Node can't load ${path}. ${fix}`, { cause });
    }
    const { stack } = cause as { stack?: unknown };
    const text = typeof stack === 'string' ? stack : String(cause);
    throw new Error(`Loading ${path} failed: ${text}`, { cause });
  }
}

/** Adds the exports of a CommonJS module: Node recognizes only some of them, and puts all in `default`. */
function withCommonJsExports(exports: Exports): Exports {
  const { default: all } = exports;
  return isPlainObject(all) ? { ...all, ...exports, default: all['default'] ?? all } : exports;
}

async function onlyApi(exports: Exports): Promise<Api> {
  const names = new Map<Api, string>();
  for (const [name, exported] of Object.entries(exports)) {
    const value = await exported;
    if (isApi(value) && !names.has(value)) names.set(value, name);
  }
  const [first, ...others] = names.keys();
  if (first === undefined) {
    throw new Error(
      `The module exports no Api. It exports ${listExports(exports)}. ` +
        'Pass --export <name> to call a function that returns one',
    );
  }
  if (others.length > 0) {
    const list = [...names.values()].join(', ');
    throw new Error(`The module exports several Apis: ${list}. Choose one with --export <name>`);
  }
  return first;
}

async function namedApi(exports: Exports, name: string): Promise<Api> {
  if (!(name in exports)) {
    throw new Error(`The module has no export "${name}". It exports ${listExports(exports)}`);
  }
  const exported = await exports[name];
  const isFactory = !isApi(exported) && typeof exported === 'function';
  const value = isFactory ? await (exported as () => unknown)() : exported;
  if (isApi(value)) return value;
  const { api } = (value ?? {}) as { readonly api?: unknown };
  if (isApi(api)) return api;
  const source = isFactory ? `The return value of "${name}"` : `The export "${name}"`;
  throw new Error(`${source} is not an Api and has no Api as "api"`);
}

/** Checks the members instead of the class: the application may have its own copy of the core. */
function isApi(value: unknown): value is Api {
  const api = value as Partial<Api> | null | undefined;
  return (
    typeof api === 'object' &&
    api !== null &&
    Array.isArray(api.entrypoints) &&
    typeof api.bindEntrypoint === 'function'
  );
}

/** Names that compilers and Node add to the exports of a CommonJS module. */
const INTEROP_NAMES: ReadonlySet<string> = new Set(['__esModule', 'module.exports']);

function listExports(exports: Exports): string {
  const names = Object.keys(exports).filter(
    (name) => !INTEROP_NAMES.has(name) && (name !== 'default' || !isPlainObject(exports[name])),
  );
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function isPlainObject(value: unknown): value is Exports {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
