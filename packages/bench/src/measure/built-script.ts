import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * The script of a process, the built one also where tests run the sources. Of another checkout it is
 * that one's own, so that both are measured by what belongs to them.
 */
export function builtScript(folder: 'server' | 'core', checkout: string = root): string {
  return join(checkout, 'packages', 'bench', 'dist', folder, 'main.js');
}
