import { PGlite } from '@electric-sql/pglite';

let shared: Promise<PGlite> | undefined;

/** Returns the PGlite of this process, because it takes seconds to create. Its `close()` has no effect. */
export function sharedPglite(): Promise<PGlite> {
  shared ??= createShared();
  return shared;
}

async function createShared(): Promise<PGlite> {
  const pglite = await PGlite.create();
  return Object.assign(pglite, { close: async () => undefined });
}

/** Returns the PGlite of this process without the tables of earlier tests. */
export async function emptyPglite(): Promise<PGlite> {
  const pglite = await sharedPglite();
  await pglite.exec('drop schema public cascade; create schema public');
  return pglite;
}
