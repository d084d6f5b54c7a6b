import { expectTypeOf } from 'vitest';
import { Api, dependency, Entrypoint, resource } from '../index.js';

interface Database {
  query(sql: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
declare const opened: Database;
declare function openDatabase(): Promise<Database>;

const database = resource<Database>('database');
const clock = resource<() => number>('clock');
const api = new Api();

// Methods and dependencies receive the value, which is not part of the params.
const count = new Entrypoint('/rpc').method('count', { args: { db: database } }, async ({ db }) => {
  expectTypeOf(db).toEqualTypeOf<Database>();
  return (await db.query('select 1')).length;
});
expectTypeOf<NonNullable<(typeof count)['~types']>['params']>().toEqualTypeOf<{}>();
dependency({ db: database }, ({ db }) => expectTypeOf(db).toEqualTypeOf<Database>());

// A resource is provided as a value, or as the functions that open and close it.
api.provide(database, opened);
api.provide(database, { open: openDatabase, close: (db) => db.close() });
api.provide(database, {
  open: () => opened,
  close: (db) => {
    expectTypeOf(db).toEqualTypeOf<Database>();
  },
});
// @ts-expect-error a promise is not the value; pass the function that returns it
api.provide(database, openDatabase());
// @ts-expect-error another type
api.provide(database, { query: 5 });
// @ts-expect-error the function opens another type
api.provide(database, { open: () => 5 });

// A function is a value.
api.provide(clock, Date.now);
// @ts-expect-error the function that opens the database is not the database
api.provide(database, openDatabase);

// An override is a dependency or a function with the same type.
const user = dependency({}, () => ({ name: 'ann' }));
api.dependencyOverrides.set(database, () => opened);
api.dependencyOverrides.set(database, openDatabase);
api.dependencyOverrides.set(user, () => ({ name: 'bob' }));
api.dependencyOverrides.set(user, function* () {
  yield { name: 'bob' };
});
api.dependencyOverrides.set(
  user,
  dependency({ db: database }, async () => ({ name: 'bob' })),
);
// @ts-expect-error another type
api.dependencyOverrides.set(user, () => 5);
// @ts-expect-error a value is not a function
api.dependencyOverrides.set(user, { name: 'bob' });
