import { importUrl } from './import-url.js';
import { registerTsx } from './register-tsx.js';

const SOURCE = /\.[cm]?ts$/;

let tsxAsked: Promise<void> | undefined;

/**
 * Imports a module on this thread. A TypeScript source is loaded through tsx where the project of the
 * module has it, else by Node itself.
 *
 * @param file its name, for messages
 */
export async function importModule(
  href: string,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (SOURCE.test(href)) await (tsxAsked ??= registerTsx(href));
  try {
    return await importUrl(href);
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !SOURCE.test(href)) throw cause;
    throw new TypeError(
      `The worker module ${file} is TypeScript, which Node ${process.versions.node} can't load by ` +
        `itself; install tsx for development, or build first`,
      { cause },
    );
  }
}
