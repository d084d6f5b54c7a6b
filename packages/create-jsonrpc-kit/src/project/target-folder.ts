import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns why no project can be written into the folder, or undefined if one can. */
export function problemOfFolder(folder: string): string | undefined {
  let names: readonly string[];
  try {
    // A repository without files is an empty folder.
    names = readdirSync(folder).filter((name) => name !== '.git');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return `${folder} is a file. Choose another folder`;
    return `The folder can't be read: ${message}`;
  }
  if (names.length === 0) return undefined;
  const [first] = names;
  const others = names.length === 1 ? '' : ` and ${names.length - 1} more`;
  return `The folder ${folder} is not empty: it contains ${first}${others}. Choose another folder`;
}

/** Writes the files into the folder, which is created if it doesn't exist. Overwrites no file. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
}
