import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Project } from './project.js';
import { run } from './run.js';
import { newServiceProject } from './service-project.js';
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

/** `npm test` takes the first one only, a trial of a release both. */
const compilers = [
  { compiler: 'TypeScript 7', folder: 'typescript' },
  { compiler: 'the oldest supported TypeScript', folder: 'typescript-5-4' },
];

let project: Project;
beforeAll(async () => {
  project = await newServiceProject(inject('tarballs'));
}, 300_000);
afterAll(() => project.remove());

describe.each(compilers.slice(0, triedTarballs === undefined ? 1 : undefined))(
  'a service in an empty folder, compiled strictly by $compiler',
  ({ folder }) => {
    beforeAll(async () => {
      const tsc = `node_modules/${folder}/bin/tsc`;
      await run(process.execPath, [tsc, '--outDir', `built/${folder}`], project.folder);
    });

    test.each(inject('nodes'))(
      'commits, rolls back and rejects alike on every server, on Node $version',
      async ({ binary }) => {
        const printed = await run(binary, [`built/${folder}/service/main.js`], project.folder);
        expect(JSON.parse(printed)).toEqual({
          node: visited,
          express: visited,
          hono: visited,
          fastify: visited,
        });
      },
    );
  },
);
