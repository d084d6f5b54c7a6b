import { beforeAll, describe, expect, inject, test } from 'vitest';
import { doorsIn } from './doors.js';
import { projectIn } from './project.js';
import { run } from './run.js';

/** Only Vitest itself can load it. */
const ofVitest = '@jsonrpc-kit/testing/vitest';

const project = projectIn(inject('everyPackage'));
const doors = doorsIn(project.folder);

/** What a door gave, by `import` and by `require`. */
interface Opened {
  readonly imported: readonly string[];
  readonly required: readonly string[];
  /** Those that are not one and the same value. */
  readonly twice: readonly string[];
}

/** The same in both kinds of files; in each its own way to load a module comes first. */
const compare = `(doors, load) => Promise.all(doors.map(async (door) => {
  const { imported, required } = await load(door);
  const names = Object.keys(imported);
  const twice = names.filter((name) => imported[name] !== required[name]);
  return [door, { imported: names, required: Object.keys(required), twice }];
})).then(Object.fromEntries)`;

const files = {
  'doors.mjs': `import { createRequire } from 'node:module';
    const compare = ${compare};
    const load = async (door) => {
      const imported = await import(door);
      return { imported, required: createRequire(import.meta.url)(door) };
    };
    console.log(JSON.stringify(await compare(process.argv.slice(2), load)));`,
  'doors.cjs': `const compare = ${compare};
    const load = async (door) => {
      const required = require(door);
      return { imported: await import(door), required };
    };
    compare(process.argv.slice(2), load).then((all) => console.log(JSON.stringify(all)));`,
  // An error that was made by what one kind of file has loaded is known to the other.
  'errors.cjs': `const { defineError, BaseError, HttpError } = require('@jsonrpc-kit/core');
    const { JsonRpcError } = require('@jsonrpc-kit/client');
    class Closed extends defineError({ code: 6001, message: 'Closed' }) {}
    module.exports = { BaseError, HttpError, JsonRpcError, Closed };`,
  'errors.mjs': `import { BaseError, HttpError } from '@jsonrpc-kit/core';
    import { JsonRpcError } from '@jsonrpc-kit/client';
    import theirs from './errors.cjs';
    console.log(JSON.stringify([
      new theirs.Closed() instanceof BaseError,
      new theirs.HttpError(401, 'no') instanceof HttpError,
      new HttpError(401, 'no') instanceof theirs.HttpError,
      theirs.JsonRpcError === JsonRpcError,
    ]));`,
  'doors.test.mjs': `import * as imported from '${ofVitest}';
    import { createRequire } from 'node:module';
    const required = createRequire(import.meta.url)('${ofVitest}');
    const { jsonRpcTest } = imported;
    jsonRpcTest('is one and the same', ({ expect }) => {
      expect(Object.keys(required)).toEqual(Object.keys(imported));
      for (const name of Object.keys(imported)) expect(required[name]).toBe(imported[name]);
      expect({ jsonrpc: '2.0', id: 1, result: 5 }).toBeJsonRpcResult(5);
    });`,
};

beforeAll(() => {
  for (const [name, code] of Object.entries(files)) project.write(name, code);
});

describe.each(inject('nodes'))('on Node $version', ({ binary }) => {
  test.each(['doors.mjs', 'doors.cjs'])('every door opens in %s, both ways', async (file) => {
    const names = doors.filter((door) => door !== ofVitest);
    const printed = await run(binary, [file, ...names], project.folder);
    const opened = JSON.parse(printed) as Record<string, Opened>;
    expect(Object.keys(opened)).toEqual(names);
    for (const { imported, required, twice } of Object.values(opened)) {
      expect(imported).not.toEqual([]);
      expect(required).toEqual(imported);
      expect(twice).toEqual([]);
    }
  });

  test('errors are those of the same classes both ways', async () => {
    const printed = await run(binary, ['errors.mjs'], project.folder);
    expect(JSON.parse(printed)).toEqual([true, true, true, true]);
  });

  test(`${ofVitest} opens in Vitest, both ways`, async () => {
    const vitest = 'node_modules/vitest/vitest.mjs';
    const words = [vitest, 'run', 'doors.test.mjs'];
    expect(await run(binary, words, project.folder)).toMatch(/Tests +1 passed \(1\)/);
  });
});

test('no door of the packages was overlooked', () => {
  expect(doors).toContain(ofVitest);
  expect(doors.length).toBeGreaterThanOrEqual(10);
});
