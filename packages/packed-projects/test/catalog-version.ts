import { readFileSync } from 'node:fs';

const workspace = readFileSync(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8');

/** The version of the catalog, and no newer one, so that a project is the same tomorrow. */
export function catalogVersion(name: string): string {
  const line = new RegExp(`^  '?${name}'?: \\^?(\\S+)$`, 'm').exec(workspace);
  if (line?.[1] === undefined) throw new Error(`The catalog has no ${name}`);
  return line[1];
}
