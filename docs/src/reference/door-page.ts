import { groups } from './entry.js';
import { entrySection } from './entry-section.js';
import { heading, joinBlocks } from './markdown.js';
import { moduleComment } from './module-comment.js';
import { PageLinks } from './page-links.js';
import type { IndexedDoor, ReferenceIndex } from './reference-index.js';

/** A page, and what is wrong with it. */
export interface DoorPage {
  readonly markdown: string;
  readonly faults: readonly string[];
}

/** All names of one door by their groups. */
export async function doorPage(
  { door, entries }: IndexedDoor,
  index: ReferenceIndex,
): Promise<DoorPage> {
  const links = new PageLinks(index, door);
  const parts = [
    '---\noutline: [2, 3]\neditLink: false\n---',
    `# ${door.specifier}`,
    moduleComment(door.declarations, (names) => links.named(names)),
  ];
  for (const group of groups) {
    const ofGroup = entries.filter((entry) => entry.group === group);
    if (ofGroup.length > 0) parts.push(heading(2, group, `all-${group.toLowerCase()}`));
    for (const entry of ofGroup) parts.push(await entrySection(entry, index, links));
  }
  return {
    markdown: `${joinBlocks(parts)}\n`,
    faults: links.faults.map((fault) => `${door.specifier}: ${fault}`),
  };
}
