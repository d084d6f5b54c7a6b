import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { HttpCall } from '../call/send-request.js';
import { toCurl, toFetch, toPython } from './copy-request.js';

function callOf(params: unknown, id?: number): HttpCall {
  return {
    url: 'https://bank.example/rpc',
    headers: { 'user-auth-token': "it's" },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'pay', params }),
  };
}

describe('a request as code', () => {
  test('is a curl command that a shell passes on unchanged', () => {
    const http = callOf({ note: `it's $HOME "quoted" \`x\` \n` });
    const command = toCurl(http).replace(/^curl/, `printf '%s\\0'`);
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual([
      'https://bank.example/rpc',
      '-H',
      'content-type: application/json',
      '-H',
      "user-auth-token: it's",
      '-d',
      JSON.stringify(JSON.parse(http.body), null, 2),
    ]);
  });

  test.each(['{"amount":5}', '{"__proto__":{"a":1}}'])(
    'is a call of fetch with the params %s',
    async (params) => {
      const http = callOf(JSON.parse(params));
      const sent: unknown[] = [];
      const fetch = (...args: readonly unknown[]): unknown => {
        sent.push(...args);
        return { json: () => null };
      };
      const console = { log: () => undefined };
      await runInNewContext(`(async () => { ${toFetch(http)} })()`, { fetch, console });
      expect(JSON.parse(JSON.stringify(sent))).toEqual([
        'https://bank.example/rpc',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-auth-token': "it's" },
          body: http.body,
        },
      ]);
    },
  );

  test('is Python code with the literals True, False and None', () => {
    const params = { isGift: true, note: 'null "and" true', memo: null, tags: [false, 1.5] };
    expect(toPython(callOf(params, 1))).toBe(`import requests

response = requests.post(
    "https://bank.example/rpc",
    headers={
        "user-auth-token": "it's"
    },
    json={
        "jsonrpc": "2.0",
        "id": 1,
        "method": "pay",
        "params": {
            "isGift": True,
            "note": "null \\"and\\" true",
            "memo": None,
            "tags": [
                False,
                1.5
            ]
        }
    },
)
print(response.json())`);
  });

  test('prints the status of a notification, which gets no response', () => {
    const notification = callOf({ amount: 5 });
    const batch = { ...notification, body: `[${notification.body}]` };
    for (const http of [notification, batch]) {
      expect(toFetch(http)).toMatch(/console\.log\(response\.status\);$/);
      expect(toPython(http)).toMatch(/print\(response\.status_code\)$/);
    }
    const mixed = { ...notification, body: `[${notification.body},${callOf({}, 1).body}]` };
    expect(toPython(mixed)).toMatch(/print\(response\.json\(\)\)$/);
  });
});
