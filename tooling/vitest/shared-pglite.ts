import { PGlite } from '@electric-sql/pglite';

let shared: Promise<PGlite> | undefined;

/** Returns the PGlite of this process, because it takes seconds to create. Don't close it. */
export function sharedPglite(): Promise<PGlite> {
  shared ??= PGlite.create();
  return shared;
}

/** Returns the PGlite of this process without the tables of earlier tests. */
export async function emptyPglite(): Promise<PGlite> {
  const pglite = await sharedPglite();
  await pglite.exec('drop schema public cascade; create schema public');
  return pglite;
}
