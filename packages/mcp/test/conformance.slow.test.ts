import { Api, Entrypoint, progress } from '@jsonrpc-kit/core';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveMcp } from '../src/index.js';
import { optionalScenarios, requiredScenarios } from './conformance-scenarios.js';
import { CONFORMANCE_SUITE, runSuite } from './conformance-suite.js';
import {
  type InstalledPrograms,
  installPrograms,
} from '@jsonrpc-kit/test-support/installed-programs';
import { servers } from './servers.js';

/** Longer than the pause that the core keeps between two reports, of which it sends only the latest. */
const REPORT_PAUSE = 150;

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
    v1.method(
      'test_tool_with_progress',
      { args: { progress }, summary: 'Progress' },
      async ({ progress: output }) => {
        for (const done of [0, 50, 100]) {
          output.report({ done, total: 100, message: `Completed step ${done} of 100` });
          await setTimeout(REPORT_PAUSE);
        }
        return 'done';
      },
    ),
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

let programs: InstalledPrograms;
beforeAll(async () => {
  programs = await installPrograms(CONFORMANCE_SUITE);
}, 300_000);
afterAll(() => rm(programs.folder, { recursive: true }));

const all = Object.entries({ ...requiredScenarios, ...optionalScenarios });
const applicable = all.flatMap(([name, expectation]) => {
  const inapplicable = expectation === 'passes' ? [] : expectation.checks;
  return inapplicable === undefined ? [] : [{ name, inapplicable }];
});
const inapplicable = all
  .map(([name]) => name)
  .filter((name) => applicable.every((scenario) => scenario.name !== name));

describe.each(Object.entries(servers))('behind %s, the official conformance suite', (_, serve) => {
  let failed: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const { url, close } = await serve(conformanceApi());
    failed = await runSuite(programs, `${url}/mcp`);
    await close();
  }, 300_000);

  test('runs the scenarios that are listed here, of which it requires 37', () => {
    expect([...failed.keys()].toSorted()).toEqual(all.map(([name]) => name).toSorted());
    expect(Object.keys(requiredScenarios)).toHaveLength(37);
  });

  test.each(applicable)('passes $name where it applies', (scenario) => {
    expect(failed.get(scenario.name)).toEqual(scenario.inapplicable);
  });

  test.each(inapplicable)('fails %s, which is listed as not applicable', (name) => {
    expect(failed.get(name)).not.toEqual([]);
  });
});
