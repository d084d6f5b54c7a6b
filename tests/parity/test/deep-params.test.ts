import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { type } from 'arktype';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { onEveryAdapter, sendJson } from './attacks/on-every-adapter.js';

const ofValibot: v.GenericSchema = v.object({ child: v.optional(v.lazy(() => ofValibot)) });
const ofZod = z.object({
  get child(): z.ZodType {
    return ofZod.optional();
  },
});
const ofArktype = type.module({ tree: { 'child?': 'tree' } }).tree;

const log: string[] = [];
afterEach(() => log.splice(0));

function apiWithTrees(): Api {
  const report = (_: object, message: string): void => void log.push(message);
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  rpc.method('valibot', { args: { tree: ofValibot } }, () => null);
  rpc.method('zod', { args: { tree: ofZod } }, () => null);
  rpc.method('arktype', { args: { tree: ofArktype } }, () => null);
  return new Api({ logger: { error: report, warn: report } }).bindEntrypoint(rpc);
}

const LEVELS = 50_000;
const tree = `${'{"child":'.repeat(LEVELS)}{}${'}'.repeat(LEVELS)}`;

onEveryAdapter((target) => {
  test.each(['valibot', 'zod', 'arktype'])(
    'params that overflow the stack in a schema of %s are InvalidParams, and are not logged',
    async (method) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"tree":${tree}}}`;
      expect(await sendJson(target, body)).toMatchObject({
        id: 1,
        error: { code: -32602, data: { errors: [{ loc: ['tree'], type: 'too_deep' }] } },
      });
      expect(log).toEqual([]);
    },
  );
}, apiWithTrees);
