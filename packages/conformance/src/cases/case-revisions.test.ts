import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { caseRevision, latestRevision, revisions } from './case-revisions.js';
import { profiles } from './conformance-case.js';
import { targetMethodNames } from './target-methods.js';

const folder = new URL('../../cases/', import.meta.url);
const jsonOf = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

interface Entry {
  readonly revision: number;
  readonly file: string;
  readonly sha256: string;
}
const entries: readonly Entry[] = jsonOf('revisions.json').revisions;

describe.each(entries)('revision $revision of the cases', ({ revision, file, sha256 }) => {
  test('has not changed: write a new revision instead', () => {
    const hash = createHash('sha256').update(readFileSync(new URL(file, folder)));
    expect(hash.digest('hex')).toBe(sha256);
  });

  test('matches the JSON schema', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(jsonOf('schema.json'));
    validate(jsonOf(file));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('has the number and the profiles that the package expects', () => {
    expect(file).toBe(`revision-${revision}.json`);
    expect(jsonOf(file)).toMatchObject({ revision, profiles: profiles.map((name) => ({ name })) });
  });

  test('describes the methods that it calls', () => {
    const names = Object.keys(caseRevision(revision).methods);
    const since2 = revision === 1 ? ['harmless'] : [];
    expect([...names, ...since2]).toEqual(targetMethodNames);
  });

  test('names the same rules by the same ids as the revision before', () => {
    const before = revisions[revisions.indexOf(revision) - 1];
    if (before === undefined) return;
    const clauses = new Map(caseRevision(before).cases.map(({ id, clause }) => [id, clause]));
    const changed = caseRevision(revision).cases.filter(
      ({ id, clause }) => clauses.has(id) && clauses.get(id) !== clause,
    );
    expect(changed).toEqual([]);
  });
});

test('the index lists every revision in order', () => {
  const files = readdirSync(folder).filter((name) => name.startsWith('revision-'));
  expect(entries.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  expect(revisions).toEqual(revisions.toSorted((one, other) => one - other));
  expect(latestRevision).toBe(revisions.at(-1));
});

test('a revision that does not exist is rejected', () => {
  expect(() => caseRevision(0)).toThrow('Unknown revision 0. Use one of 1, 2');
});
