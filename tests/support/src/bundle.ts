import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

export interface Bundle {
  readonly code: string;
  /** The packages that contribute code to the bundle. */
  readonly packages: readonly string[];
  /** The modules of Node that the bundle imports. */
  readonly builtins: readonly string[];
}

/**
 * Bundles code as the tools for edge runtimes do: for no specific platform, without the modules of Node,
 * and with tree shaking.
 */
export async function bundleForEdge(folder: string, options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'browser'],
    target: 'es2022',
    // An import of Node is reported in `builtins` instead of failing the bundler.
    external: ['node:*'],
    format: 'esm',
    outfile: join(folder, 'bundle.js'),
    write: false,
    logLevel: 'silent',
    metafile: true,
    ...options,
  });
  const outputs = Object.values(metafile?.outputs ?? {});
  const bundled = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const packages = bundled.map(([file]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return {
    code: outputFiles?.[0]?.text ?? '',
    packages: unique(packages.filter((name) => name !== undefined)),
    builtins: unique(outputs.flatMap(({ imports }) => imports.map(({ path }) => path))),
  };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}
