import type { ReferenceIndex } from './reference-index.js';

/** A row of VitePress's sidebar. */
export interface SidebarItem {
  readonly text: string;
  readonly link: string;
  readonly items?: readonly SidebarItem[];
}

/** The packages, and under each its doors beside the main one. */
export function sidebar({ doors }: ReferenceIndex): readonly SidebarItem[] {
  const packages = [...new Set(doors.map(({ door }) => door.packageName))];
  return packages.map((name) => {
    const [main, ...others] = doors
      .filter(({ door }) => door.packageName === name)
      .map(({ door }) => ({
        text: door.specifier.slice(door.specifier.indexOf('/') + 1),
        link: `/reference/${door.page}`,
      }));
    if (main === undefined) throw new Error(`${name} has no door`);
    return others.length === 0 ? main : { ...main, items: others };
  });
}
