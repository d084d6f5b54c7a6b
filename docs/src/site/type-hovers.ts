import { join } from 'node:path';
import { transformerTwoslash } from '@shikijs/vitepress-twoslash';
import ts from 'typescript';
import { findPages, selectPages } from '../code-blocks/find-pages.js';
import { sourceOf } from '../code-blocks/page-plan.js';
import { readPlan } from '../code-blocks/read-plan.js';
import { Editor } from './editor.js';

/** The position of a block: its file, and its first line in this file. */
interface BlockPlace {
  readonly file: string;
  readonly line: number;
}

/**
 * Shows the types of declared and called names on hover, in the blocks of some pages. Hovers on all pages
 * would quadruple the size of the site and its build time.
 */
export function typeHovers(
  folder: string,
  pages: readonly string[],
): ReturnType<typeof transformerTwoslash> {
  const files = new Map<string, string>();
  const places = new Map<string, BlockPlace>();
  for (const page of selectPages(findPages(folder), pages)) {
    for (const file of readPlan(folder, page).files) {
      const path = join('.code-blocks', page.replace(/\.md$/, ''), file.name);
      files.set(path, sourceOf(file));
      // The lines of an older file have other numbers than those of the page.
      if (file.source !== undefined) continue;
      for (const { code, line } of file.pieces) places.set(code.trimEnd(), { file: path, line });
    }
  }
  const editor = new Editor(folder, files);
  // VitePress renders each block three times.
  const hovers = new Map<string, HoverNode[]>();
  const transformer = transformerTwoslash({
    explicitTrigger: false,
    filter: (_language, code) => places.has(code.trimEnd()),
    twoslasher: (code: string) => {
      const nodes = hovers.get(code) ?? hoversOf(editor, code, places.get(code.trimEnd()));
      hovers.set(code, nodes);
      return { code, nodes };
    },
  });
  return {
    ...transformer,
    preprocess(code, options) {
      // In other blocks, Vue must not look for templates.
      if (places.has(code.trimEnd())) return transformer.preprocess?.call(this, code, options);
      return undefined;
    },
  };
}

interface HoverNode {
  readonly type: 'hover';
  readonly text: string;
  readonly docs: string;
  readonly target: string;
  readonly start: number;
  readonly length: number;
  readonly line: number;
  readonly character: number;
}

function hoversOf(editor: Editor, code: string, place: BlockPlace | undefined): HoverNode[] {
  if (place === undefined) return [];
  const source = editor.sourceFile(place.file);
  const begin = source.getPositionOfLineAndCharacter(place.line, 0);
  const nodes: HoverNode[] = [];
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source) - begin;
    const isInBlock = start >= 0 && start < code.length;
    if (ts.isIdentifier(node) && isInBlock && isDeclaredOrCalled(node)) {
      const hover = editor.hover(place.file, start + begin);
      if (hover !== undefined) {
        const { line, character } = source.getLineAndCharacterOfPosition(start + begin);
        nodes.push({
          type: 'hover',
          text: hover.declaration,
          docs: hover.docstring,
          target: node.text,
          start,
          length: node.text.length,
          line: line - place.line,
          character,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** Whether a name is declared or called here. All other hovers would repeat these. */
function isDeclaredOrCalled(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallOrNewExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAccessExpression(parent)) return ts.isCallOrNewExpression(parent.parent);
  return (
    (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) &&
    parent.name === node
  );
}
