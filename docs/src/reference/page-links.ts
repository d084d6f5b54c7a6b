import type { ExcerptToken } from '@microsoft/api-extractor-model';

import type { Entry } from './entry.js';
import { codeSpan } from './markdown.js';
import type { PackageDoor } from './package-doors.js';
import type { ReferenceIndex } from './reference-index.js';

/** A piece of a type; one that is a name says whose. */
export type TypeToken = Pick<ExcerptToken, 'text' | 'canonicalReference'>;

/** The links of one page. */
export class PageLinks {
  /** What leads nowhere, in words. */
  readonly faults: string[] = [];
  readonly #index: ReferenceIndex;
  readonly #door: PackageDoor;

  constructor(index: ReferenceIndex, door: PackageDoor) {
    this.#index = index;
    this.#door = door;
  }

  /** The address of an entry, or of a member with a heading of its own. */
  to(entry: Entry, member?: string): string {
    const { door, anchor } = entry.origin ?? entry;
    const page = door.page === this.#door.page ? '' : `./${door.page}.md`;
    return `${page}#${member === undefined ? anchor : memberAnchor(anchor, member)}`;
  }

  /**
   * The address of what a comment names by `{@link …}`: a member of the entry that it belongs to, or
   * an export of this door, of its package or of another one.
   */
  named(names: readonly string[], from?: Entry): string | undefined {
    const [first = '', second] = names;
    if (from !== undefined && names.length === 1 && hasMember(from, first)) {
      return this.to(from, isCalled(from, first) ? first : undefined);
    }
    const target =
      this.#index.entryNamed(first, this.#door.specifier) ??
      this.#index.entryNamed(first, this.#door.packageName) ??
      this.#index.entryNamed(first);
    if (target === undefined || (second !== undefined && !hasMember(target, second))) {
      this.faults.push(`${from?.name ?? 'its module'}: {@link ${names.join('.')}} leads nowhere`);
      return undefined;
    }
    return this.to(target, second !== undefined && isCalled(target, second) ? second : undefined);
  }

  /** A type as code whose names are links. */
  type(tokens: readonly TypeToken[]): string {
    let markdown = '';
    let plain = '';
    for (const { text, canonicalReference } of tokens) {
      const entry = this.#index.entryOf(canonicalReference, this.#door);
      if (entry === undefined) {
        // Two pieces of code with nothing between them would be one with backticks in it.
        plain += text;
      } else {
        markdown += `${codeSpan(plain)}[${codeSpan(text)}](${this.to(entry)})`;
        plain = '';
      }
    }
    return markdown + codeSpan(plain);
  }
}

export function memberAnchor(anchor: string, member: string): string {
  return `${anchor}-${member.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '')}`;
}

function hasMember({ items }: Entry, name: string): boolean {
  return items.some(({ members }) => members.some(({ displayName }) => displayName === name));
}

function isCalled({ items }: Entry, name: string): boolean {
  return items.some(({ members }) =>
    members.some(({ displayName, kind }) => displayName === name && kind.startsWith('Method')),
  );
}
