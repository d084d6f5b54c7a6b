import { beforeAll, describe, expect, inject, test } from 'vitest';
import { entryPointsIn } from './entry-points.js';
import { projectIn } from '@jsonrpc-kit/test-support/project';
import { run } from '@jsonrpc-kit/test-support/run';

/** An entry point that only Vitest can load. */
const VITEST_ENTRY_POINT = '@jsonrpc-kit/testing/vitest';
/** The entry points that export only types, in the order of the packages. */
const TYPES_ENTRY_POINTS = ['@jsonrpc-kit/client/types', '@jsonrpc-kit/core/types'];

const project = projectIn(inject('everyPackage'));
const entryPoints = entryPointsIn(project.folder);

/** The names that an entry point exports to `import` and to `require`. */
interface Exports {
  readonly imported: readonly string[];
  readonly required: readonly string[];
  /** Names with different values for `import` and `require`. */
  readonly different: readonly string[];
}

/** Shared by both files. Each one loads a module first in its native way. */
const compare = `(entryPoints, load) => Promise.all(entryPoints.map(async (entryPoint) => {
  const { imported, required } = await load(entryPoint);
  const names = Object.keys(imported);
  const different = names.filter((name) => imported[name] !== required[name]);
  return [entryPoint, { imported: names, required: Object.keys(required), different }];
})).then(Object.fromEntries)`;

const files = {
  'entry-points.mjs': `import { createRequire } from 'node:module';
    const compare = ${compare};
    const load = async (entryPoint) => {
      const imported = await import(entryPoint);
      return { imported, required: createRequire(import.meta.url)(entryPoint) };
    };
    console.log(JSON.stringify(await compare(process.argv.slice(2), load)));`,
  'entry-points.cjs': `const compare = ${compare};
    const load = async (entryPoint) => {
      const required = require(entryPoint);
      return { imported: await import(entryPoint), required };
    };
    compare(process.argv.slice(2), load).then((all) => console.log(JSON.stringify(all)));`,
  // An error class that was loaded by `require` recognizes errors of the one loaded by `import`.
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
  'entry-points.test.mjs': `import * as imported from '${VITEST_ENTRY_POINT}';
    import { createRequire } from 'node:module';
    const required = createRequire(import.meta.url)('${VITEST_ENTRY_POINT}');
    const { jsonRpcTest } = imported;
    jsonRpcTest('is the same value by import and by require', ({ expect }) => {
      expect(Object.keys(required)).toEqual(Object.keys(imported));
      for (const name of Object.keys(imported)) expect(required[name]).toBe(imported[name]);
      expect({ jsonrpc: '2.0', id: 1, result: 5 }).toBeJsonRpcResult(5);
    });`,
};

beforeAll(() => {
  for (const [name, code] of Object.entries(files)) project.write(name, code);
});

describe.each(inject('nodes'))('on Node $version', ({ binary }) => {
  test.each(['entry-points.mjs', 'entry-points.cjs'])(
    'every entry point exports the same values to import and require in %s',
    async (file) => {
      const names = entryPoints.filter((entryPoint) => entryPoint !== VITEST_ENTRY_POINT);
      const printed = await run(binary, [file, ...names], project.folder);
      const exported = JSON.parse(printed) as Record<string, Exports>;
      expect(Object.keys(exported)).toEqual(names);
      const empty = names.filter((name) => exported[name]?.imported.length === 0);
      expect(empty).toEqual(TYPES_ENTRY_POINTS);
      for (const { imported, required, different } of Object.values(exported)) {
        expect(required).toEqual(imported);
        expect(different).toEqual([]);
      }
    },
  );

  test('import and require load the same error classes', async () => {
    const printed = await run(binary, ['errors.mjs'], project.folder);
    expect(JSON.parse(printed)).toEqual([true, true, true, true]);
  });

  test(`${VITEST_ENTRY_POINT} exports the same values to import and require in Vitest`, async () => {
    const vitest = 'node_modules/vitest/vitest.mjs';
    const args = [vitest, 'run', 'entry-points.test.mjs'];
    expect(await run(binary, args, project.folder)).toMatch(/Tests +1 passed \(1\)/);
  });
});

test('the tests find at least ten entry points', () => {
  expect(entryPoints).toContain(VITEST_ENTRY_POINT);
  expect(entryPoints.length).toBeGreaterThanOrEqual(10);
});
