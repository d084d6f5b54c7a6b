import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The lock files of this process. */
const ownLocks = new Set<string>();

/** The lock files that this process is removing. */
const removals = new Map<string, Promise<void>>();

/** The content of a lock file: the process that uses the folder, and the address of its server. */
interface Owner {
  readonly processId: number;
  /** Undefined until the process listens. */
  readonly address: string | undefined;
}

/**
 * Locks the folder of an embedded database by a file. Two databases in one folder would destroy each
 * other's data, and PGlite does not prevent that.
 *
 * @param addressTimeout milliseconds to wait for the address of the process that has locked the folder,
 *   which is unknown until it listens
 * @returns unlocks the folder
 * @throws Error with the address of the bank if another process has locked the folder
 */
export async function lockFolder(
  folder: string,
  addressTimeout = 10_000,
): Promise<() => Promise<void>> {
  const file = lockFile(folder);
  if (!(await create(file)) && !((await isStale(file)) && (await replace(file)))) {
    // Another bank in this process would wait for itself.
    const owner = await readListeningOwner(file, ownLocks.has(file) ? 0 : addressTimeout);
    if (owner === undefined) return lockFolder(folder, addressTimeout);
    throw new Error(inUse(folder, owner));
  }
  ownLocks.add(file);
  return async () => {
    ownLocks.delete(file);
    const removal = rm(file, { force: true }).finally(() => removals.delete(file));
    removals.set(file, removal);
    await removal;
  };
}

/** Writes the address of this process into the lock file, for the error of other processes. */
export async function noteAddress(folder: string, address: string): Promise<void> {
  const file = lockFile(folder);
  if (ownLocks.has(file)) await writeFile(file, `${process.pid}\n${address}`);
}

/** The lock file is beside the folder, because the files inside belong to PostgreSQL. */
function lockFile(folder: string): string {
  return `${resolve(folder)}.lock`;
}

/** Resolves to undefined if the folder is not locked. */
async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    const [processId, address] = (await readFile(file, 'utf8')).split('\n');
    return { processId: Number(processId), address };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Resolves to undefined if the owner unlocks the folder in the meantime. */
async function readListeningOwner(file: string, timeout: number): Promise<Owner | undefined> {
  const deadline = Date.now() + timeout;
  let owner = await readOwner(file);
  while (owner !== undefined && owner.address === undefined && Date.now() < deadline) {
    await setTimeout(100);
    owner = await readOwner(file);
  }
  return owner;
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

/** Whether the owner of the lock no longer runs: a process that was killed leaves its file behind. */
async function isStale(file: string): Promise<boolean> {
  if (ownLocks.has(file)) return false;
  // Otherwise, the removal might remove the next lock.
  await removals.get(file);
  const owner = await readOwner(file);
  // In a container this process may have the id of the one that was killed.
  return owner === undefined || owner.processId === process.pid || !isAlive(owner.processId);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Any error except "no such process" means that the process exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
