import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build, type BuildOptions } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type * as page from '../test/page/page.js';
import { recordBank } from '../test/recorder.js';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Bundle {
  readonly code: string;
  /** The files with code in the bundle, relative to the package. */
  readonly files: readonly string[];
}

/** Bundles the sources as for a browser. */
async function bundle(options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    // Resolves the package to its sources.
    alias: { '@jsonrpc-kit/client': './src/index.ts' },
    ...options,
  });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs: all }) =>
    Object.entries(all),
  );
  return {
    code: outputFiles?.[0]?.text ?? '',
    files: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file),
  };
}

describe('a bundle of a page that uses the client', () => {
  test('contains no other package and no code of the server', async () => {
    const { code, files } = await bundle({ entryPoints: ['test/page/page.ts'] });
    expect(files).toContain('src/create-client.ts');
    expect(files.filter((file) => !/^(src|test\/page)\//.test(file))).toEqual([]);
    expect(code).not.toMatch(/\b(import|require)\b/);
    // A message in the server's code.
    expect(code).not.toContain('Not enough money');
    // A page without subscriptions doesn't pay for them.
    expect(
      files.filter((file) => /src\/(connection|errors\/gap|event-stream|subscription)/.test(file)),
    ).toEqual([]);
  });

  test('contains the server when the page imports the methods without `type`', async () => {
    const { files } = await bundle({
      stdin: {
        contents: `import * as methods from './test/server/methods.ts';
          import { createClient } from '@jsonrpc-kit/client';
          globalThis.page = [createClient, methods];`,
        resolveDir: root,
      },
    });
    expect(files).toContain('test/server/methods.ts');
    expect(files.some((file) => file.includes('core/dist/'))).toBe(true);
  });

  test('uses only fetch, Headers, TextDecoder, AbortController and timers', async () => {
    const { code } = await bundle({
      entryPoints: ['test/page/page.ts'],
      format: 'iife',
      globalName: 'page',
    });
    const bank = recordBank();
    const fetch = (url: string, init: never): unknown => bank.fetch(`http://bank${url}`, init);
    // A global scope with JavaScript's own names and these.
    const timers = { setTimeout, clearTimeout };
    const globals = createContext({ fetch, Headers, TextDecoder, AbortController, ...timers });
    runInContext(code, globals);
    const { visit } = runInContext('page', globals) as typeof page;
    expect(await visit()).toBe('70 30 left pong pong');
  });
});
