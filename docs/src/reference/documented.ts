import { type ApiDeclaredItem, ApiReturnTypeMixin } from '@microsoft/api-extractor-model';
import type { DocBlock, DocComment, DocNode } from '@microsoft/tsdoc';

import { remarksOf, summaryOf } from './comment-of.js';
import { docMarkdown } from './doc-nodes.js';
import type { Entry } from './entry.js';
import { codeSpan, joinBlocks, table } from './markdown.js';
import type { PageLinks } from './page-links.js';
import { parametersOf } from './parameters.js';
import { signatureFence } from './signature.js';

/** The entry that a comment belongs to, and the page that it is written on. */
export interface Place {
  readonly entry: Entry;
  readonly links: PageLinks;
}

/** A part of a comment as Markdown. */
export function prose(node: DocNode | undefined, { entry, links }: Place): string {
  return docMarkdown(node, (names) => links.named(names, entry));
}

/** A declaration with all that its comment says. */
export async function documented(item: ApiDeclaredItem, place: Place): Promise<string> {
  const comment = item.tsdocComment;
  return joinBlocks([
    await signatureFence(item),
    labelled('Deprecated', comment?.deprecatedBlock, place),
    prose(summaryOf(item), place),
    prose(remarksOf(item), place),
    parameters(item, place),
    returns(item, place),
    ...blocks(comment, '@DEFAULTVALUE', 'Default', place),
    ...blocks(comment, '@THROWS', 'Throws', place),
    ...blocks(comment, '@EXAMPLE', 'Example', place),
    ...(comment?.seeBlocks ?? []).map((block) => labelled('See', block, place)),
  ]);
}

function parameters(item: ApiDeclaredItem, place: Place): string | undefined {
  const all = parametersOf(item);
  if (all.length === 0) return undefined;
  return table(
    ['Parameter', 'Type', 'What it is'],
    all.map(({ name, parameter: { isOptional, parameterTypeExcerpt, tsdocParamBlock } }) => [
      codeSpan(isOptional ? `${name}?` : name),
      place.links.type(parameterTypeExcerpt.spannedTokens),
      prose(tsdocParamBlock?.content, place),
    ]),
  );
}

function returns(item: ApiDeclaredItem, place: Place): string | undefined {
  if (!ApiReturnTypeMixin.isBaseClassOf(item)) return undefined;
  const { text, spannedTokens } = item.returnTypeExcerpt;
  const said = prose(item.tsdocComment?.returnsBlock?.content, place);
  if (said === '' && (text === 'void' || text === 'this')) return undefined;
  return `**Returns** ${place.links.type(spannedTokens)}${said === '' ? '' : `: ${said}`}`;
}

/** The blocks of one tag, each with a label. */
export function blocks(
  comment: DocComment | undefined,
  tag: string,
  label: string,
  place: Place,
): string[] {
  return (comment?.customBlocks ?? [])
    .filter(({ blockTag }) => blockTag.tagNameWithUpperCase === tag)
    .map((block) => labelled(label, block, place));
}

function labelled(label: string, block: DocBlock | undefined, place: Place): string {
  const said = prose(block?.content, place);
  if (said === '') return '';
  return said.startsWith('```') ? `**${label}**\n\n${said}` : `**${label}** ${said}`;
}
