import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The files of this process. */
const held = new Set<string>();

/**
 * Two embedded databases over one folder would destroy each other's data, and PGlite itself does not
 * notice the other one. So a file says which process has the folder.
 *
 * @returns gives the folder back
 * @throws Error where somebody has it already
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // Beside the folder: what is inside of it belongs to PostgreSQL.
  const file = `${resolve(folder)}.lock`;
  if (!(await create(file)) && !((await isStale(file)) && (await replace(file)))) {
    throw new Error(
      `The database in ${folder} is in use by another process (if there is none, remove ${file})`,
    );
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await rm(file, { force: true });
  };
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function replace(file: string): Promise<boolean> {
  await rm(file, { force: true });
  return create(file);
}

/** A process that was killed leaves its file behind. */
async function isStale(file: string): Promise<boolean> {
  if (held.has(file)) return false;
  const owner = Number(await readFile(file, 'utf8'));
  // In a container the killed process may well have had the number that is this one's now.
  return owner === process.pid || !isAlive(owner);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Any other answer than "no such process" means that there is one.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
