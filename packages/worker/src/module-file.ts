import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A module with the functions for the threads. */
export interface ModuleFile {
  /** What the threads import. */
  readonly href: string;
  /** For messages. */
  readonly name: string;
}

const SOURCES: readonly (readonly [built: RegExp, source: string])[] = [
  [/\.js$/, '.ts'],
  [/\.mjs$/, '.mts'],
  [/\.cjs$/, '.cts'],
];

/**
 * The file at this URL. Where `math.worker.js` is not there, as before a build, it is the
 * `math.worker.ts` beside it: one URL is right in development and after the build.
 *
 * @throws TypeError where there is neither
 */
export function moduleFile(url: URL): ModuleFile {
  if (url.protocol !== 'file:') throw refusal(`${url.href} is no file`);
  const path = fileURLToPath(url);
  if (existsSync(path)) return { href: url.href, name: basename(path) };
  for (const [built, source] of SOURCES) {
    const sourcePath = path.replace(built, source);
    if (sourcePath === path || !existsSync(sourcePath)) continue;
    return { href: pathToFileURL(sourcePath).href, name: basename(sourcePath) };
  }
  throw refusal(`there is no file ${path}, nor a TypeScript source beside it`);
}

function refusal(problem: string): TypeError {
  return new TypeError(
    `WorkerPool: module(): ${problem}; write new URL('./math.worker.js', import.meta.url), with the ` +
      `path of your module from the file that says so`,
  );
}
