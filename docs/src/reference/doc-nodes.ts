import {
  DocCodeSpan,
  type DocDeclarationReference,
  DocErrorText,
  DocEscapedText,
  DocFencedCode,
  DocHtmlEndTag,
  DocHtmlStartTag,
  DocLinkTag,
  type DocNode,
  DocParagraph,
  DocPlainText,
  DocSoftBreak,
} from '@microsoft/tsdoc';

import { codeFence, codeSpan, escapeProse, joinBlocks } from './markdown.js';

/** Finds the address of what a comment names by `{@link …}`. */
export type LinkResolver = (names: readonly string[]) => string | undefined;

/** The blocks of a comment, or of a part of it, as Markdown. */
export function docMarkdown(node: DocNode | undefined, resolve: LinkResolver): string {
  if (node === undefined) return '';
  if (node instanceof DocFencedCode) return codeFence(node.code, node.language);
  if (node instanceof DocParagraph) return paragraph(node, resolve);
  return joinBlocks(node.getChildNodes().map((child) => docMarkdown(child, resolve)));
}

function paragraph(node: DocParagraph, resolve: LinkResolver): string {
  // Lines begin where they began, so that lists stay lists.
  return node
    .getChildNodes()
    .map((child) => inline(child, resolve))
    .join('')
    .replaceAll(/ *\n */gu, '\n')
    .trim();
}

function inline(node: DocNode, resolve: LinkResolver): string {
  if (node instanceof DocPlainText) return escapeProse(node.text);
  if (node instanceof DocSoftBreak) return '\n';
  if (node instanceof DocCodeSpan) return codeSpan(node.code);
  if (node instanceof DocLinkTag) return link(node, resolve);
  if (node instanceof DocEscapedText) return escapeProse(node.decodedText);
  if (node instanceof DocErrorText) return escapeProse(node.text);
  if (node instanceof DocHtmlStartTag || node instanceof DocHtmlEndTag) {
    return escapeProse(node.emitAsHtml());
  }
  return node
    .getChildNodes()
    .map((child) => inline(child, resolve))
    .join('');
}

function link(node: DocLinkTag, resolve: LinkResolver): string {
  const { urlDestination, codeDestination, linkText } = node;
  if (urlDestination !== undefined) {
    return `[${escapeProse(linkText ?? urlDestination)}](${urlDestination})`;
  }
  const names = codeDestination === undefined ? [] : namesOf(codeDestination);
  const text = linkText === undefined ? codeSpan(names.join('.')) : escapeProse(linkText);
  const address = resolve(names);
  return address === undefined ? text : `[${text}](${address})`;
}

function namesOf({ memberReferences }: DocDeclarationReference): string[] {
  return memberReferences.flatMap(({ memberIdentifier }) => memberIdentifier?.identifier ?? []);
}
