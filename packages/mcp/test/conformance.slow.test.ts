import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMcp } from '../src/index.js';
import { type ConformanceSuite, installSuite, runSuite } from './conformance-suite.js';
import { servers } from './servers.js';

/**
 * What a server without these features can't pass, by scenario or check. The rest of the suite, the
 * scenarios that aren't scored included, has to pass.
 */
const NOT_APPLICABLE: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['The server has no prompts', /^prompts-|^caching: .*-prompts-/],
  ['The server has no resources', /^resources-|^caching: .*-resources-/],
  ['The server has no argument completion', /^completion-/],
  [
    'A method returns JSON, not images, audio or resources',
    /^tools-call-(?:image|audio|embedded|mixed)/,
  ],
  ['A response is one JSON object without progress notifications', /^tools-call-with-progress/],
  ['A method never asks the client for input', /^input-required-result-/],
  [
    'No tool requires a capability of the client',
    /^server-stateless: .*(?:undeclared|missing)-capability/,
  ],
  ['The server has no tasks, an extension', /^tasks-/],
  ['No parameter is mirrored to a header', /^http-custom-header-server-validation/],
  ['The input schema comes from the method', /^json-schema-2020-12/],
];

function conformanceApi(): Api {
  const v1 = new Entrypoint('/rpc');
  const methods = [
    v1.method(
      'test_simple_text',
      { summary: 'Text' },
      () => 'This is a simple text response for testing.',
    ),
    v1.method('test_error_handling', { summary: 'Error' }, (): string => {
      throw new Error('This tool intentionally returns an error for testing');
    }),
    v1.method('test_streaming_elicitation', { summary: 'Stream' }, () => 'done'),
    v1.method('test_logging_tool', { summary: 'Log' }, () => 'done'),
  ];
  const api = new Api({
    title: 'Conformance',
    version: '1.0.0',
    logger: { error: () => undefined, warn: () => undefined },
  });
  api.bindEntrypoint(v1);
  serveMcp(api, { methods });
  return api;
}

let suite: ConformanceSuite;
beforeAll(async () => {
  suite = await installSuite();
}, 300_000);
afterAll(() => rm(suite.folder, { recursive: true }));

test.each(Object.entries(servers))(
  'behind %s, the official conformance suite fails only where it does not apply',
  async (_, serve) => {
    const { url, close } = await serve(conformanceApi());
    const failed = await runSuite(suite, `${url}/mcp`);
    await close();
    // Without any, the suite did not run.
    expect(failed).toContain('prompts-list: prompts-list');
    expect(
      failed.filter((check) => !NOT_APPLICABLE.some(([, pattern]) => pattern.test(check))),
    ).toEqual([]);
  },
  300_000,
);
