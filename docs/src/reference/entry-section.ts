import type { Entry } from './entry.js';
import { documented } from './documented.js';
import { codeSpan, heading, joinBlocks } from './markdown.js';
import { membersSection } from './members-section.js';
import type { PageLinks } from './page-links.js';
import type { ReferenceIndex } from './reference-index.js';

/** What a page says of one name; where another page says it, the way there. */
export async function entrySection(
  entry: Entry,
  index: ReferenceIndex,
  links: PageLinks,
): Promise<string> {
  const title = heading(3, entry.name, entry.anchor);
  if (entry.origin !== undefined) {
    const { specifier } = entry.origin.door;
    return joinBlocks([
      title,
      `It is documented with [${codeSpan(specifier)}](${links.to(entry)}).`,
    ]);
  }
  const parts = [title];
  for (const item of entry.items) {
    parts.push(await documented(item, { entry, links }));
    parts.push(await membersSection(item, index, { entry, links }));
  }
  return joinBlocks(parts);
}
