import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Project } from '@jsonrpc-kit/test-support/project';
import { run } from '@jsonrpc-kit/test-support/run';
import { newServiceProject } from './service-project.js';
import { expectedResponses } from './service/expected-responses.js';

const compilers = [
  { compiler: 'TypeScript 7', folder: 'typescript' },
  { compiler: 'the oldest supported TypeScript', folder: 'typescript-5-4' },
];

describe('a service in an empty folder', () => {
  let project: Project;
  beforeAll(async () => {
    project = await newServiceProject(inject('tarballs'));
  }, 300_000);
  afterAll(() => project.remove());

  describe.each(compilers)('compiled strictly by $compiler', ({ folder }) => {
    beforeAll(async () => {
      const tsc = `node_modules/${folder}/bin/tsc`;
      await run(process.execPath, [tsc, '--outDir', `built/${folder}`], project.folder);
    }, 300_000);

    test.each(inject('nodes'))(
      'a service commits, rolls back and rejects calls alike on every server, on Node $version',
      async ({ binary }) => {
        const printed = await run(binary, [`built/${folder}/service/main.js`], project.folder);
        expect(JSON.parse(printed)).toEqual({
          node: expectedResponses,
          express: expectedResponses,
          hono: expectedResponses,
          fastify: expectedResponses,
        });
      },
      300_000,
    );
  });
});
