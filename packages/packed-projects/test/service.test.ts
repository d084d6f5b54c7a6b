import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { servers } from './every-package/servers.js';
import type { Project } from './project.js';
import { run } from './run.js';
import { newServiceProject } from './service-project.js';
import { tour } from './service/tour.js';
import { triedTarballs } from './tried-tarballs.js';

/** What the visit sees on each server. */
const visited = [
  ['ann', 'ann'],
  '70 left',
  '40 left',
  'only 40 left',
  'no account of eve',
  'Unknown user',
  'status 401',
  // The commit failed, so there is no account of eve below.
  'Internal error',
  'opened',
  ['ann 40', 'bob 60', 'joe 0'],
  'admin',
  ['database'],
];

test('a service commits, rolls back and rejects calls on the packages of the workspace', async () => {
  expect(await tour(servers.fastify)).toEqual(visited);
});

const compilers = [
  { compiler: 'TypeScript 7', folder: 'typescript' },
  { compiler: 'the oldest supported TypeScript', folder: 'typescript-5-4' },
];

// It takes minutes.
describe.runIf(triedTarballs !== undefined)('a service in an empty folder', () => {
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
      'commits, rolls back and rejects calls alike on every server, on Node $version',
      async ({ binary }) => {
        const printed = await run(binary, [`built/${folder}/service/main.js`], project.folder);
        expect(JSON.parse(printed)).toEqual({
          node: visited,
          express: visited,
          hono: visited,
          fastify: visited,
        });
      },
      300_000,
    );
  });
});
