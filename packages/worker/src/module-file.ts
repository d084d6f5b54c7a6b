import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A module whose functions run on threads. */
export interface ModuleFile {
  /** The URL that the threads import. */
  readonly href: string;
  /** The file name for messages. */
  readonly name: string;
}

/**
 * Returns the file at a URL. If `math.worker.js` doesn't exist, for example before a build, returns
 * `math.worker.ts` in the same folder, so that the same URL works in development and after the build.
 *
 * @throws TypeError if neither exists
 */
export function findModuleFile(url: URL): ModuleFile {
  if (url.protocol !== 'file:') {
    throw moduleError(`${url.href} is not a file URL`, IN_A_DOM);
  }
  const path = fileURLToPath(url);
  if (existsSync(path)) return { href: url.href, name: basename(path) };
  const source = path.replace(/\.([cm]?)js$/, '.$1ts');
  if (existsSync(source)) return { href: pathToFileURL(source).href, name: basename(source) };
  throw moduleError(`there is no file ${path} and no TypeScript source beside it`);
}

const IN_A_DOM =
  '. In Vitest with jsdom, where Vite replaces this expression, write const here = import.meta.url; ' +
  "and new URL('./math.worker.js', here)";

function moduleError(problem: string, more = ''): TypeError {
  return new TypeError(
    `pool.module(): ${problem}. Pass a URL relative to the current file: ` +
      `new URL('./math.worker.js', import.meta.url)${more}`,
  );
}
