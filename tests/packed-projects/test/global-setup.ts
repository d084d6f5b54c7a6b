import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { newEveryPackageProject } from './every-package-project.js';
import { type NodeBinary, nodesUnderTest } from './node-binaries.js';
import { packedPackages, packPackages } from '@jsonrpc-kit/test-support/packed-packages';
import { releaseTarballs } from './release-tarballs.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The tarballs of the packages, by their names. */
    readonly tarballs: Readonly<Record<string, string>>;
    /** The folder of the project that has every package installed. */
    readonly everyPackage: string;
    readonly nodes: readonly NodeBinary[];
  }
}

/** Provides the tarballs, a project with every package, and the versions of Node to run it on. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-packed-'));
  const tarballs =
    releaseTarballs === undefined ? await packPackages(folder) : packedPackages(releaseTarballs);
  const everyPackage = await newEveryPackageProject(tarballs);
  provide('tarballs', Object.fromEntries(tarballs));
  provide('everyPackage', everyPackage.folder);
  provide('nodes', await nodesUnderTest(join(folder, 'nodes')));
  return () => {
    everyPackage.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}
