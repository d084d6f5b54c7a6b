import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All that can be imported of the installed packages: `@jsonrpc-kit/core/context`. */
export function doorsIn(folder: string): readonly string[] {
  const scope = join(folder, 'node_modules', '@jsonrpc-kit');
  return readdirSync(scope).flatMap((name) => {
    const manifest = readFileSync(join(scope, name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { readonly exports: Record<string, unknown> };
    return Object.keys(exports).map((door) => `@jsonrpc-kit/${name}${door.slice(1)}`);
  });
}
