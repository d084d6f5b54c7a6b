import { type ApiDeclaredItem, ApiItemKind } from '@microsoft/api-extractor-model';

import { documented, type Place } from './documented.js';
import { heading, joinBlocks } from './markdown.js';
import { documentedBases, membersOf } from './members.js';
import { memberAnchor } from './page-links.js';
import { fitsInTable, isProperty, type Property, propertyTable } from './property-table.js';
import type { ReferenceIndex } from './reference-index.js';

/** The members of a declaration: a table of what it holds, and a heading for all that is called. */
export async function membersSection(
  item: ApiDeclaredItem,
  index: ReferenceIndex,
  place: Place,
): Promise<string> {
  const { anchor, door } = place.entry;
  const held: Property[] = [];
  const sections: string[] = [];
  const names = new Set<string>();
  for (const member of membersOf(item, index, door)) {
    if (isProperty(member) && fitsInTable(member, place)) {
      held.push(member);
    } else if (!isDefaultConstructor(member)) {
      const name = headingOf(member);
      // Overloads stand one after another under one heading.
      if (!names.has(name)) sections.push(heading(4, name, memberAnchor(anchor, name)));
      names.add(name);
      sections.push(await documented(member, place));
    }
  }
  return joinBlocks([propertyTable(held, place), ...sections, basesLine(item, index, place)]);
}

function isDefaultConstructor({ kind, excerpt }: ApiDeclaredItem): boolean {
  return kind === ApiItemKind.Constructor && excerpt.text.endsWith('constructor();');
}

function headingOf(member: ApiDeclaredItem): string {
  const { kind, displayName, parent } = member;
  if (isProperty(member)) return displayName;
  switch (kind) {
    case ApiItemKind.Constructor:
    case ApiItemKind.ConstructSignature:
      return `new ${parent?.displayName ?? ''}()`;
    case ApiItemKind.CallSignature:
      return `${parent?.displayName ?? ''}()`;
    default:
      return `${displayName}()`;
  }
}

/** Leads to the members that are documented elsewhere. */
function basesLine(item: ApiDeclaredItem, index: ReferenceIndex, { entry, links }: Place): string {
  const bases = documentedBases(item, index, entry.door).map((tokens) => links.type(tokens));
  return bases.length === 0 ? '' : `It has the members of ${bases.join(' and ')}, too.`;
}
