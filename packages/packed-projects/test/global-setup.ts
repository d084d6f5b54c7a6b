import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { newEveryPackageProject } from './every-package-project.js';
import { type NodeBinary, nodesToTry } from './nodes-to-try.js';
import { packedPackages, packPackages } from './packed-packages.js';
import { triedTarballs } from './tried-tarballs.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed packages, by their names. */
    readonly tarballs: Readonly<Record<string, string>>;
    /** The folder of the project that has all of them installed. */
    readonly everyPackage: string;
    readonly nodes: readonly NodeBinary[];
  }
}

/** What the tests share: the tarballs, a project that uses all of them, and the Nodes to run it on. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-packed-'));
  const tarballs =
    triedTarballs === undefined ? await packPackages(folder) : packedPackages(triedTarballs);
  const everyPackage = await newEveryPackageProject(tarballs);
  provide('tarballs', Object.fromEntries(tarballs));
  provide('everyPackage', everyPackage.folder);
  provide('nodes', await nodesToTry(join(folder, 'nodes')));
  return () => {
    everyPackage.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}
