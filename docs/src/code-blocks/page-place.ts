import { fileURLToPath } from 'node:url';
import type { ExtractedFiles } from './extracted-files.js';
import type { Fault } from './fault.js';

const FRAME =
  /(?<file>(?:file:\/\/)?\/[^\s():]+|file:\/\/\/\w:[^\s():]+):(?<line>\d+):(?<column>\d+)/g;

/** The first line of a page that a stack leads through. */
export function pagePlace(
  stack: string,
  extracted: ExtractedFiles,
): Pick<Fault, 'page' | 'line' | 'column'> | undefined {
  for (const { groups } of stack.matchAll(FRAME)) {
    const { file = '', line, column } = groups ?? {};
    const page = extracted.pageOf(file.startsWith('file:') ? fileURLToPath(file) : file);
    if (page !== undefined) return { page, line: Number(line), column: Number(column) };
  }
  return undefined;
}
