import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import { readBytes } from '../by-hand/read-bytes.js';
import type { Contestant } from '../contestants/contestant.js';
import { tally } from '../service/tally.js';
import { findWorkload } from '../workloads/workloads.js';
import { checkAnswers, WrongAnswer } from './check-answers.js';

const contestant: Contestant = {
  framework: 'node',
  name: 'faulty',
  role: 'base',
  wire: 'json-rpc',
  leavesOut: {},
  load: () => Promise.reject(new Error('It is served by the test')),
};

interface Fault {
  /** What is made of the request before it is handled. */
  readonly message?: (text: string) => string;
  /** What is made of its answer. */
  readonly answer?: (text: string) => string;
  readonly status?: number;
}

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A right contestant with this fault in it. */
async function check(workloadName: string, fault: Fault, role: Contestant['role'] = 'base') {
  const workload = findWorkload(workloadName);
  const handle = jsonRpcByHand(workload.setup);
  server = createServer((request, response) => {
    void (async () => {
      const sent = await readBytes(request);
      const text = await answerText(handle, fault.message?.(sent) ?? sent, 'ada');
      response.writeHead(fault.status ?? (text === undefined ? 204 : 200));
      response.end(text === undefined ? undefined : (fault.answer?.(text) ?? text));
    })();
  });
  const listening = server;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.address() as AddressInfo;
  return checkAnswers(
    { contestant: { ...contestant, role }, workload },
    { port, tally: () => tally },
  );
}

test.each(['single', 'batch-100', 'notification', 'middlewares', 'header', 'echo-10kb'])(
  'a contestant that answers %s rightly passes, and its answer is what the load expects',
  async (workload) => {
    const { status, body } = await check(workload, {});
    expect(status).toBe(workload === 'notification' ? 204 : 200);
    expect(body.length > 0).toBe(workload !== 'notification');
  },
);

const valid = '{"jsonrpc":"2.0","id":1,"method":"add","params":{"a":1,"b":2}}';

describe('nothing is measured of a contestant that', () => {
  test.each<[fault: string, workload: string, Fault]>([
    ['gives another result', 'single', { answer: (text) => text.replace('0.5', '0.25') }],
    ['gives another id', 'single', { answer: (text) => text.replace('"id":0', '"id":9') }],
    ['adds a member', 'single', { answer: (text) => text.replace('}', ',"more":1}') }],
    ['answers with another status', 'single', { status: 202 }],
    ['answers no JSON', 'single', { answer: (text) => text.slice(1) }],
    ['answers a notification', 'notification', { status: 200 }],
    [
      'answers a batch in another order',
      'batch-10',
      {
        answer: (text) => {
          const decoded: unknown = JSON.parse(text);
          return JSON.stringify(Array.isArray(decoded) ? decoded.toReversed() : decoded);
        },
      },
    ],
    [
      'drops a line of an order',
      'echo-10kb',
      { answer: (text) => text.replace(/,\{"sku"[^}]*\}/, '') },
    ],
    ['takes wrong params', 'single', { message: (text) => text.replace('"b":"2"', '"b":2') }],
    [
      'takes a request of another version',
      'single',
      { message: (text) => text.replace('{"id":1,', '{"jsonrpc":"2.0","id":1,') },
    ],
    ['takes other members', 'single', { message: (text) => text.replace(',"more":1', '') }],
    ['takes an id that is none', 'single', { message: (text) => text.replace('1.5', '15') }],
    ['takes an empty batch', 'single', { message: (text) => (text === '[]' ? valid : text) }],
  ])('%s', async (_, workload, fault) => {
    await expect(check(workload, fault)).rejects.toThrow(WrongAnswer);
  });

  test('does not run a notification', async () => {
    const notRun = { message: (text: string) => text.replace('"add"', '"nobody"') };
    // A peer: of a base the unknown method would be noticed before.
    await expect(check('notification', notRun, 'peer')).rejects.toThrow(WrongAnswer);
  });

  test('leaves the middlewares out', async () => {
    const workload = findWorkload('middlewares');
    const handle = jsonRpcByHand({ ...workload.setup, hasMiddlewares: false });
    server = createServer((request, response) => {
      void readBytes(request).then(async (text) =>
        response.end(await answerText(handle, text, '')),
      );
    });
    const listening = server;
    await new Promise<void>((resolve) => {
      listening.listen(0, '127.0.0.1', resolve);
    });
    const { port } = listening.address() as AddressInfo;
    await expect(
      checkAnswers({ contestant, workload }, { port, tally: () => tally }),
    ).rejects.toThrow(
      'node/faulty, middlewares: 1 requests should have run 3 middlewaresEntered, and ran 0',
    );
  });
});

test('the complaint tells what was asked, what came and what should have', async () => {
  await expect(check('single', { answer: (text) => text.replace('0.5', '7') })).rejects.toThrow(
    'node/faulty, single: to {"jsonrpc":"2.0","method":"add","params":{"a":0,"b":0.5},"id":0} the ' +
      'answer is 200 {"jsonrpc":"2.0","id":0,"result":7}, ' +
      'not 200 {"jsonrpc":"2.0","id":0,"result":0.5}',
  );
});
