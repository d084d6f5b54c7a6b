import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @param path as on the command line, from where that was typed
 * @throws Error that says why there is no such module, or what it threw
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no module ${path} (${file})`);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new Error(
        `This Node can't load ${path}; build it and name the JavaScript, or have a loader do it, as ` +
          `NODE_OPTIONS='--import tsx'`,
        { cause },
      );
    }
    const { stack } = cause as { stack?: unknown };
    throw new Error(
      `${path} can't be loaded: ${typeof stack === 'string' ? stack : String(cause)}`,
      {
        cause,
      },
    );
  }
}
