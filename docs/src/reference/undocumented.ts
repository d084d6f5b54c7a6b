import { type ApiDeclaredItem, ApiItemKind } from '@microsoft/api-extractor-model';

import { summaryOf } from './comment-of.js';
import { membersOf } from './members.js';
import { moduleComment } from './module-comment.js';
import type { ReferenceIndex } from './reference-index.js';

/** The modules, exports and members of exports of which no comment says anything. */
export function undocumented(index: ReferenceIndex): readonly string[] {
  const modules = index.doors
    .filter(({ door }) => moduleComment(door.declarations, () => undefined) === '')
    .map(({ door }) => `${door.specifier}: its module`);
  const names = index.doors.flatMap(({ door, entries }) =>
    entries
      .filter(({ origin }) => origin === undefined)
      .flatMap(({ items }) => items)
      .flatMap((item) => [item, ...membersOf(item, index, door)])
      .filter((item) => !isDocumented(item))
      .map((item) => `${door.specifier}: ${item.getScopedNameWithinPackage()}`),
  );
  return [...modules, ...new Set(names)];
}

function isDocumented(item: ApiDeclaredItem): boolean {
  if (summaryOf(item) !== undefined) return true;
  switch (item.kind) {
    case ApiItemKind.Constructor:
    case ApiItemKind.ConstructSignature:
      // Editors show the comment of the class, but only where there is none.
      return !hasBlocks(item);
    default:
      return false;
  }
}

function hasBlocks({ tsdocComment }: ApiDeclaredItem): boolean {
  if (tsdocComment === undefined) return false;
  const { params, customBlocks, returnsBlock, remarksBlock } = tsdocComment;
  return (
    params.count > 0 ||
    customBlocks.length > 0 ||
    returnsBlock !== undefined ||
    remarksBlock !== undefined
  );
}
