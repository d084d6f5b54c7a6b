import {
  ApiClass,
  ApiDeclaredItem,
  ApiInterface,
  type ApiItem,
  ApiItemKind,
  type ExcerptToken,
} from '@microsoft/api-extractor-model';

import type { PackageDoor } from './package-doors.js';
import type { ReferenceIndex } from './reference-index.js';

type Tokens = readonly ExcerptToken[];

/** The members of a class or an interface, and those of its bases that are exported nowhere. */
export function membersOf(
  item: ApiItem,
  index: ReferenceIndex,
  door: PackageDoor,
): readonly ApiDeclaredItem[] {
  const own = item.members
    .filter((member) => member instanceof ApiDeclaredItem)
    .filter(({ displayName }) => !isForCompiler(displayName));
  const inherited = hiddenBases(item, index, door)
    .flatMap((base) => membersOf(base, index, door))
    .filter(({ kind }) => kind !== ApiItemKind.Constructor);
  return [...own, ...inherited];
}

/** As `'~types'`: it carries a type and is never there at run time. */
function isForCompiler(name: string): boolean {
  return name.startsWith('"~');
}

/** The bases that are documented elsewhere. */
export function documentedBases(
  item: ApiItem,
  index: ReferenceIndex,
  door: PackageDoor,
): readonly Tokens[] {
  return [
    ...basesOf(item).filter(([token]) => index.entryOf(token?.canonicalReference, door)),
    ...hiddenBases(item, index, door).flatMap((base) => documentedBases(base, index, door)),
  ];
}

function hiddenBases(
  item: ApiItem,
  index: ReferenceIndex,
  door: PackageDoor,
): readonly ApiDeclaredItem[] {
  return basesOf(item).flatMap(([token]) => {
    const reference = token?.canonicalReference;
    if (reference === undefined || index.entryOf(reference, door) !== undefined) return [];
    return index.itemOf(reference, door) ?? [];
  });
}

/** The types after `extends`. */
function basesOf(item: ApiItem): readonly Tokens[] {
  if (item instanceof ApiInterface) {
    return item.extendsTypes.map(({ excerpt }) => excerpt.spannedTokens);
  }
  const base = item instanceof ApiClass ? item.extendsType : undefined;
  return base === undefined ? [] : [base.excerpt.spannedTokens];
}
