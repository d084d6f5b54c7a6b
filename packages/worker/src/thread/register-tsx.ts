import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { importUrl } from './import-url.js';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly default: string } }>>;
}

/**
 * Has this thread load TypeScript through tsx, where the project of this file has it. A loader of the
 * process, by `--import tsx`, does not reach the threads of every Node.
 */
export async function registerTsx(href: string): Promise<void> {
  const require = createRequire(href);
  let manifestPath;
  try {
    manifestPath = require.resolve('tsx/package.json');
  } catch {
    return;
  }
  // Asked by `require`, it names builds that not every Node can run: these are those for `import`.
  const { exports } = require(manifestPath) as Manifest;
  for (const door of ['./cjs/api', './esm/api']) {
    const path = exports[door]?.import?.default;
    // It is another tsx than the ones that this package knows.
    if (path === undefined) return;
    const url = new URL(path, pathToFileURL(manifestPath));
    const { register } = (await importUrl(url.href)) as { readonly register: () => unknown };
    register();
  }
}
