import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newProject } from './new-project.js';
import type { Project } from '@jsonrpc-kit/test-support/project';

/** A test that must fail: it shows that the test kit checks errors in an installed package. */
const UNDECLARED = `
import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { createApp } from '../src/app.js';

class Closed extends defineError({ code: 6002, message: 'Closed' }) {}

const bank = new Entrypoint('/bank');
bank.method('enter', {}, () => {
  throw new Closed();
});

const test = jsonRpcTest
  .extend('app', () => createApp(new Api().bindEntrypoint(bank)))
  .extend('jsonrpcUrl', '/bank');

test('calls a method with an undeclared error', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('enter');
});
`;

const tarballs = new Map(Object.entries(inject('tarballs')));

describe.each(['hono', 'express', 'fastify'])(
  'a new project of %s, with the packed packages',
  (framework) => {
    let project: Project;
    beforeAll(async () => {
      project = await newProject(framework, tarballs);
    }, 300_000);
    afterAll(() => project.remove());

    test('a new project installs its framework and no other one', () => {
      const others = ['hono', 'express', 'fastify'].filter((name) => name !== framework);
      const isInstalled = (name: string): boolean =>
        existsSync(join(project.folder, 'node_modules', name));
      expect([framework, `@jsonrpc-kit/${framework}`].map(isInstalled)).toEqual([true, true]);
      expect(others.flatMap((name) => [name, `@jsonrpc-kit/${name}`]).map(isInstalled)).toEqual([
        false,
        false,
        false,
        false,
      ]);
    });

    test('a new project compiles strictly', async () => {
      expect(await project.tool('tsc')).toEqual({ code: 0, output: '' });
    });

    test('a new project passes the three tests of the README', async () => {
      const { code, output } = await project.tool('vitest', 'run');
      expect(output).toMatch(/Tests +3 passed \(3\)/);
      expect(code).toBe(0);
    });

    test('a test of a new project fails on an undeclared error', async () => {
      project.write('test/undeclared.test.ts', UNDECLARED);
      const { code, output } = await project.tool('vitest', 'run', 'undeclared');
      expect(output).toContain('method    enter on /bank\n  returned  6002 Closed\n');
      expect(output).toMatch(/❯ test\/undeclared\.test\.ts:18:\d+/);
      expect(code).toBe(1);
    });
  },
);
