import type { Entry } from './entry.js';
import { codeSpan, heading, joinBlocks, table } from './markdown.js';
import { moduleComment } from './module-comment.js';
import { PageLinks } from './page-links.js';
import type { ReferenceIndex } from './reference-index.js';

/** Every door with what it is, and every name. */
export function indexPage(index: ReferenceIndex): string {
  const rows = index.doors.map(({ door }) => {
    const links = new PageLinks(index, door);
    const told = moduleComment(door.declarations, (names) => atPage(links.named(names), door.page));
    return [`[${codeSpan(door.specifier)}](./${door.page}.md)`, told];
  });
  const names = index.doors
    .flatMap(({ entries }) => entries)
    .filter(({ origin }) => origin === undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return `${joinBlocks([
    '---\neditLink: false\n---',
    '# Reference',
    'One page for everything that can be imported. It is made of the declarations and their comments.',
    table(['Import', 'What it is'], rows),
    heading(2, 'All names', 'all-names'),
    names.map((entry) => `- ${line(entry)}`).join('\n'),
  ])}\n`;
}

function line({ name, anchor, door }: Entry): string {
  return `[${codeSpan(name)}](./${door.page}.md#${anchor}) of ${codeSpan(door.specifier)}`;
}

/** An address on the page itself is one on that page for all others. */
function atPage(address: string | undefined, page: string): string | undefined {
  return address?.startsWith('#') ? `./${page}.md${address}` : address;
}
