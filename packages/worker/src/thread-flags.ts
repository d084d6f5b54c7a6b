import { TYPESCRIPT_FILE } from './thread/import-module.js';

const PRELOADS: ReadonlySet<string> = new Set(['--import', '--require', '-r']);

/**
 * Returns the flags for a thread; undefined for those of the process. Node 20 doesn't pass tsx on to
 * threads, so a TypeScript file of `--import` couldn't be loaded there: what the process preloads stays,
 * except TypeScript files.
 */
export function flagsForThread(
  execArgv: readonly string[] = process.execArgv,
  nodeVersion: string = process.versions.node,
): readonly string[] | undefined {
  const isPreloaded = execArgv.some((flag) => TYPESCRIPT_FILE.test(flag));
  if (!isPreloaded || !nodeVersion.startsWith('20.')) return undefined;
  return execArgv.flatMap((flag, index) => {
    const [name = '', ...value] = flag.split('=');
    if (!PRELOADS.has(name)) return [];
    const module = value.length > 0 ? value.join('=') : (execArgv[index + 1] ?? '');
    return TYPESCRIPT_FILE.test(module) ? [] : [name, module];
  });
}
