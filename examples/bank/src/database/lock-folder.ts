import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The files of this process. */
const held = new Set<string>();

/** The content of a lock file: the process that has the folder, and where it serves the bank. */
interface Owner {
  readonly processId: number;
  /** Undefined until the process listens. */
  readonly address: string | undefined;
}

/**
 * Two embedded databases over one folder would destroy each other's data, and PGlite itself does not
 * notice the other one. So a file says which process has the folder.
 *
 * @param addressTimeout milliseconds to wait for the address of another process that has the folder,
 *   which has none until it listens
 * @returns gives the folder back
 * @throws Error where another process has it; the message says where that serves the bank
 */
export async function lockFolder(
  folder: string,
  addressTimeout = 10_000,
): Promise<() => Promise<void>> {
  const file = lockFile(folder);
  if (!(await create(file)) && !((await isStale(file)) && (await replace(file)))) {
    // Another bank in this process would wait for itself.
    const owner = await readListeningOwner(file, held.has(file) ? 0 : addressTimeout);
    if (owner === undefined) return lockFolder(folder, addressTimeout);
    throw new Error(inUse(folder, owner));
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await rm(file, { force: true });
  };
}

/** Notes the address at which this process serves the bank, for processes that want the folder too. */
export async function noteAddress(folder: string, address: string): Promise<void> {
  const file = lockFile(folder);
  if (held.has(file)) await writeFile(file, `${process.pid}\n${address}`);
}

/** Beside the folder, because the files inside belong to PostgreSQL. */
function lockFile(folder: string): string {
  return `${resolve(folder)}.lock`;
}

async function readOwner(file: string): Promise<Owner> {
  const [processId, address] = (await readFile(file, 'utf8')).split('\n');
  return { processId: Number(processId), address };
}

/** Undefined where the owner has given the folder back in the meantime. */
async function readListeningOwner(file: string, timeout: number): Promise<Owner | undefined> {
  const deadline = Date.now() + timeout;
  try {
    let owner = await readOwner(file);
    while (owner.address === undefined && Date.now() < deadline) {
      await setTimeout(100);
      owner = await readOwner(file);
    }
    return owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inUse(folder: string, { processId, address }: Owner): string {
  if (address !== undefined) {
    return (
      `The bank is already running at ${address} (process ${processId}). ` +
      'Open that address, or stop that process before you start another.'
    );
  }
  return (
    `The database in ${folder} is in use by another process (${processId}), which serves no bank. ` +
    `Stop that process; if it doesn't use the database, remove ${lockFile(folder)}`
  );
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
  const { processId: owner } = await readOwner(file);
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
