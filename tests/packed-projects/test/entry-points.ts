import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the entry points of the installed packages, such as `@jsonrpc-kit/core/context`. */
export function entryPointsIn(folder: string): readonly string[] {
  const scope = join(folder, 'node_modules', '@jsonrpc-kit');
  return readdirSync(scope).flatMap((name) => {
    const manifest = readFileSync(join(scope, name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { readonly exports: Record<string, unknown> };
    // An entry point with a pattern exports data, not a module.
    const entryPoints = Object.keys(exports).filter((entryPoint) => !entryPoint.includes('*'));
    return entryPoints.map((entryPoint) => `@jsonrpc-kit/${name}${entryPoint.slice(1)}`);
  });
}
