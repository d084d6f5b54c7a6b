import { doorPage } from './door-page.js';
import { extractDoors } from './extract-doors.js';
import { indexPage } from './index-page.js';
import { packageDoors } from './package-doors.js';
import { ReferenceIndex } from './reference-index.js';
import { sidebar } from './sidebar.js';
import { undocumented } from './undocumented.js';

/** The files of `docs/reference`, and what is wrong with the comments that they are made of. */
export interface Reference {
  /** By their names in the folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Comments that TSDoc can't read. */
  readonly badComments: readonly string[];
  /** What a comment links to that is exported nowhere. */
  readonly deadLinks: readonly string[];
  /** Exports, and members of exports, without a comment. */
  readonly undocumented: readonly string[];
}

/** Makes the reference out of the built declarations of all published packages. */
export async function generateReference(root: string): Promise<Reference> {
  const extracted = extractDoors(packageDoors(root));
  const index = new ReferenceIndex(extracted);
  const files = new Map<string, string>();
  const deadLinks: string[] = [];
  for (const indexed of index.doors) {
    const { markdown, faults } = await doorPage(indexed, index);
    files.set(`${indexed.door.page}.md`, markdown);
    deadLinks.push(...faults);
  }
  files.set('index.md', indexPage(index));
  files.set('sidebar.json', `${JSON.stringify(sidebar(index), undefined, 2)}\n`);
  // A comment is read by each door that exports what it belongs to, and may be looked at twice.
  const badComments = new Set(extracted.flatMap((door) => door.badComments));
  return {
    files,
    badComments: [...badComments],
    deadLinks: [...new Set(deadLinks)],
    undocumented: undocumented(index),
  };
}
