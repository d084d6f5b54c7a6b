import { readFile, writeFile } from 'node:fs/promises';
import type { DocumentKind } from './document-kind.js';
import { findApi } from './find-api.js';
import { help } from './help.js';
import { loadModule } from './load-module.js';
import { type CommandArguments, parseArguments } from './parse-arguments.js';

/** Where the command writes: the document, and beside it what it has to say. */
export interface CommandOutput {
  readonly out: (text: string) => unknown;
  readonly note: (text: string) => unknown;
}

/** @returns the exit code: 0, 1 where a file differs, 2 where there is no document */
export async function runCommand(
  kind: DocumentKind,
  words: readonly string[],
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  const parsed = parseArguments(words, kind);
  if (parsed.kind === 'help') {
    await output.out(help(kind));
    return 0;
  }
  if (parsed.kind === 'wrong') {
    await output.note(`${parsed.message}\nTry: ${kind.command} --help\n`);
    return 2;
  }
  try {
    return await write(kind, parsed, output);
  } catch (error) {
    await output.note(`${(error as Error).message}\n`);
    return 2;
  }
}

async function write(
  kind: DocumentKind,
  parsed: CommandArguments,
  { out, note }: CommandOutput,
): Promise<0 | 1> {
  const { module, exportName, out: file, isCheck } = parsed;
  const api = await findApi(await loadModule(module), exportName);
  const text = `${JSON.stringify(kind.write(api, parsed), undefined, 2)}\n`;
  if (file === undefined) {
    await out(text);
  } else if (!isCheck) {
    await writeFile(file, text);
  } else if ((await contentOf(file)) !== text) {
    await note(`${file} is not the ${kind.name} document of ${module}; write it anew\n`);
    return 1;
  }
  return 0;
}

/** Undefined where there is no file. */
async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}
