import { readFileSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';

import { TSDocParser } from '@microsoft/tsdoc';

import { docMarkdown, type LinkResolver } from './doc-nodes.js';

/** What the comment at the head of a door says of it, as Markdown; empty where there is none. */
export function moduleComment(declarations: string, resolve: LinkResolver): string {
  const [comment = ''] = /^\/\*\*.*?\*\//su.exec(sourceOf(declarations)) ?? [];
  const said = comment.replace(/^\s*\*\s*@module$/mu, ' *');
  return docMarkdown(new TSDocParser().parseString(said).docComment.summarySection, resolve);
}

/** Of the source: before an import that leaves nothing behind, the compiler drops the comment. */
function sourceOf(declarations: string): string {
  const map = JSON.parse(readFileSync(`${declarations}.map`, 'utf8')) as SourceMap;
  return readFileSync(resolvePath(dirname(declarations), map.sources[0]), 'utf8');
}

interface SourceMap {
  readonly sources: readonly [source: string];
}
