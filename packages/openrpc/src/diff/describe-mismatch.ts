import type { Mismatch } from './containment/mismatch.js';

/** What a mismatch between two schemas means for those who use them. */
export interface Reading {
  /** Returns the name of the value at a place, as the subject of a sentence. */
  readonly subject: (path: string) => string;
  /** Whether the value is sent by clients or by the server. */
  readonly sender: 'clients' | 'server';
  /** Whether the new schema has these values, or the old one had them. */
  readonly since: 'new' | 'old';
}

/** Describes a mismatch in a sentence without a full stop. */
export function describeMismatch(mismatch: Mismatch, reading: Reading): string {
  const { kind, path, member, detail } = mismatch;
  const { sender, since } = reading;
  const isNew = since === 'new';
  // The place of a member ends with its name.
  const parent = member === undefined ? path : path.slice(0, -member.length - 1);
  const subject = reading.subject(parent);
  const verb = sender === 'clients' ? 'accepts' : 'allows';
  switch (kind) {
    case 'undecided':
      return `${subject}: ${detail}`;
    case 'required':
      return describeRequired(mismatch, reading, subject);
    case 'undeclared':
      return `${subject} ${isNew ? 'now' : 'no longer'} declares the member "${member}"`;
    case 'member': {
      const what = member === undefined ? detail : `the member "${member}"`;
      return `${subject} ${isNew ? 'now' : 'no longer'} ${verb} ${what}`;
    }
    case 'type':
    case 'enum':
    case 'constraint':
      return `${subject} ${isNew ? 'now' : 'no longer'} ${verb} ${detail}`;
  }
}

/** One schema accepts objects without a member that the other one requires. */
function describeRequired(
  { member, isDeclared }: Mismatch,
  { sender, since }: Reading,
  subject: string,
): string {
  if (sender === 'clients') {
    return `${subject} ${since === 'new' ? 'no longer' : 'now'} requires the member "${member}"`;
  }
  if (since === 'old') return `${subject} now always has the member "${member}"`;
  return isDeclared === true
    ? `${subject} may now lack the member "${member}"`
    : `${subject} no longer has the member "${member}"`;
}
