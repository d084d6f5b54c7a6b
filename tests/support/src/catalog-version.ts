import { readFileSync } from 'node:fs';

const workspace = readFileSync(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8');

/** Returns the version of the catalog, so that a project doesn't change with new releases. */
export function catalogVersion(name: string): string {
  const line = new RegExp(`^  '?${name}'?: \\^?(\\S+)$`, 'm').exec(workspace);
  if (line?.[1] === undefined) {
    throw new Error(`The catalog in pnpm-workspace.yaml has no ${name}. Add a version of it.`);
  }
  return line[1];
}
