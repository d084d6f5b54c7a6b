import { expect, test } from 'vitest';
import { help, parseArguments } from './parse-arguments.js';

test('arguments name the folder and the choices', () => {
  const line = 'shop --framework express --schema zod --database pglite --package-manager pnpm';
  expect(parseArguments(line.split(' '))).toEqual({
    kind: 'create',
    folder: 'shop',
    choices: {
      framework: 'express',
      schema: 'zod',
      database: 'pglite',
      'package-manager': 'pnpm',
    },
    usesDefaults: false,
  });
});

test('no argument is required', () => {
  expect(parseArguments([])).toEqual({
    kind: 'create',
    folder: undefined,
    choices: {},
    usesDefaults: false,
  });
  expect(parseArguments(['-y'])).toMatchObject({ usesDefaults: true });
});

test.each([[['--help']], [['-h']], [['shop', '--help']]])('%j prints the help', (args) => {
  expect(parseArguments(args)).toEqual({ kind: 'help' });
});

test('the help lists every option', () => {
  expect(help()).toContain('hono, express, fastify, node, workers (default: hono)');
  expect(help()).toContain('npm, pnpm, yarn, bun (default: the one that runs this command)');
});

test.each([
  [['a', 'b', 'c'], 'Pass one folder only. Remove b c'],
  [
    ['--framework', 'koa'],
    '--framework must be one of hono, express, fastify, node, workers, not koa',
  ],
  [['--database', ''], '--database must be one of none, pglite, postgres, not '],
  [['--schema'], "Option '--schema <value>' argument missing"],
  [['--verbose'], "Unknown option '--verbose'"],
])('the arguments %j are rejected with the message %s', (args, message) => {
  expect(parseArguments(args)).toEqual({ kind: 'invalid', message });
});
