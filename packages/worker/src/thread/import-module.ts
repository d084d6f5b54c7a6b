import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

type ModuleExports = Readonly<Record<string, unknown>>;

export const TYPESCRIPT_FILE: RegExp = /\.[cm]?ts$/;

let tsx: Promise<void> | undefined;

/**
 * Imports a module on this thread. Loads a TypeScript source through tsx if the project of the module
 * has it installed, otherwise with Node itself.
 *
 * @param file the file name for messages
 */
export async function importModule(href: string, file: string): Promise<ModuleExports> {
  if (TYPESCRIPT_FILE.test(href)) await (tsx ??= registerTsx(href));
  try {
    return await importUrl(href);
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !TYPESCRIPT_FILE.test(href)) throw cause;
    throw new TypeError(
      `The worker module ${file} is TypeScript, which Node ${process.versions.node} can't load. ` +
        'Install tsx for development, or build the module first',
      { cause },
    );
  }
}

async function importUrl(url: string): Promise<ModuleExports> {
  return (await import(url)) as ModuleExports;
}

interface TsxManifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly default: string } }>>;
}

/**
 * Registers tsx on this thread if the project of the given file has tsx. Not every version of Node
 * passes a loader of the process (`--import tsx`) on to its threads.
 */
async function registerTsx(href: string): Promise<void> {
  const require = createRequire(href);
  let manifestPath;
  try {
    manifestPath = require.resolve('tsx/package.json');
  } catch {
    return;
  }
  // `require.resolve('tsx/esm/api')` returns a build that not every Node can run, unlike the `import`
  // condition in the manifest.
  const { exports } = require(manifestPath) as TsxManifest;
  for (const subpath of ['./cjs/api', './esm/api']) {
    const path = exports[subpath]?.import?.default;
    // An unknown version of tsx.
    if (path === undefined) return;
    const url = new URL(path, pathToFileURL(manifestPath));
    const { register } = (await importUrl(url.href)) as { readonly register: () => unknown };
    register();
  }
}
