import type { ApiDeclaredItem } from '@microsoft/api-extractor-model';
import { type DocSection, PlainTextEmitter } from '@microsoft/tsdoc';

import { docMarkdown } from './doc-nodes.js';

/** What a comment says first; undefined where it says nothing. */
export function summaryOf({ tsdocComment }: ApiDeclaredItem): DocSection | undefined {
  return said(tsdocComment?.summarySection);
}

export function remarksOf({ tsdocComment }: ApiDeclaredItem): DocSection | undefined {
  return said(tsdocComment?.remarksBlock?.content);
}

/** API Extractor has words of its own for constructors without a comment, or that are internal. */
const notOurs = /^(?:Constructs a new instance of the|The constructor for this class is marked)/u;

function said(section: DocSection | undefined): DocSection | undefined {
  if (section === undefined || !PlainTextEmitter.hasAnyTextContent(section)) return undefined;
  return notOurs.test(docMarkdown(section, () => undefined)) ? undefined : section;
}
