import { beforeAll, describe, expect, inject, test } from 'vitest';
import { projectIn } from '@jsonrpc-kit/test-support/project';
import { run } from '@jsonrpc-kit/test-support/run';
import { releaseTarballs } from './release-tarballs.js';

const project = projectIn(inject('everyPackage'));

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  // Checks the packed declarations as well.
  skipLibCheck: false,
  target: 'es2022',
  types: ['node'],
  rootDir: '.',
};

const configurations = {
  // ES modules in `.ts`, CommonJS in `.cts`.
  nodenext: {
    compilerOptions: { ...strict, module: 'nodenext', outDir: 'built' },
    include: ['esm', 'cjs'],
  },
  bundler: {
    compilerOptions: { ...strict, module: 'preserve', moduleResolution: 'bundler', noEmit: true },
    include: ['esm', 'edge'],
  },
  // Only the client, without the types of Node.
  browser: {
    compilerOptions: {
      ...strict,
      module: 'preserve',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
      noEmit: true,
    },
    include: ['edge/page.ts'],
  },
};

/** The results of `callBank` on each server. */
const expectedResponses = [
  { balance: 70, user: 'ann' },
  [true, 6001],
  [['current', 3], null, 55],
  'notified',
  '3.1.0',
  '1.3.2',
  200,
  true,
];

beforeAll(() => {
  for (const [name, content] of Object.entries(configurations)) {
    project.write(`tsconfig.${name}.json`, JSON.stringify(content));
  }
});

const compilers = [
  { compiler: 'TypeScript 7', tsc: 'node_modules/typescript/bin/tsc', out: 'built/7' },
  { compiler: 'TypeScript 5.9', tsc: 'node_modules/typescript-5.9/bin/tsc', out: 'built/5.9' },
];

// The older compiler needs half a minute.
describe.each(compilers.slice(0, releaseTarballs === undefined ? 1 : undefined))(
  'the program that uses every package, with $compiler',
  ({ tsc, out }) => {
    const compile = async (...args: readonly string[]): Promise<string> =>
      run(process.execPath, [tsc, ...args], project.folder);

    test.each(['bundler', 'browser'])('the program compiles strictly for a %s', async (name) => {
      expect(await compile('-p', `tsconfig.${name}.json`)).toBe('');
    });

    describe('for Node', () => {
      beforeAll(async () => {
        await compile('-p', 'tsconfig.nodenext.json', '--outDir', out);
      });

      describe.each(inject('nodes'))('on Node $version', ({ binary }) => {
        test.each([`${out}/esm/main.js`, `${out}/cjs/main.cjs`])(
          'the compiled program runs as %s',
          async (file) => {
            const printed = await run(binary, [file], project.folder);
            expect(JSON.parse(printed)).toEqual({
              errors: true,
              tracker: 'JsonRpcKit',
              moved: 2,
              testing: { jsonrpc: '2.0', id: 0, result: { balance: 99, user: 'anonymous' } },
              node: expectedResponses,
              express: expectedResponses,
              hono: expectedResponses,
              fastify: expectedResponses,
            });
          },
        );
      });
    });
  },
);
