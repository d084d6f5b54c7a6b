import { expect, test } from 'vitest';
import { correctBehavior } from '../../test/behavior.js';
import { respondLikeFetch } from '../../test/serve.js';
import { formatReport } from './report.js';
import { type AuditOptions, runAudit } from './run-audit.js';

test('a formatted report has a row for each case, the details of violations and a verdict', async () => {
  const server = respondLikeFetch({
    ...correctBehavior,
    isVersion: () => true,
    joinBatch: (responses) => responses,
  });
  const report = await runAudit(server, {
    url: 'http://localhost/rpc',
    only: [
      'batch.empty',
      'batch.of-notifications',
      'request.wrong-version',
      'notification.failing',
    ],
    methods: { throws: false },
  });
  expect(formatReport(report)).toBe(
    `
a function, profile json-rpc-2.0, revision 2

skip  MUST    notification.failing    A notification gets no response when its method throws
WARN  SHOULD  request.wrong-version   A request of another version is an Invalid Request
ok    MUST    batch.empty             An empty batch gets one Invalid Request, not an array
FAIL  MUST    batch.of-notifications  A batch of notifications gets no response, not an empty array

request.wrong-version (SHOULD): A request of another version is an Invalid Request
  sent      POST {"jsonrpc":"1.0","method":"get_data","id":1}
  expected  an error with code -32600 and id 1 or null
  received  200 application/json {"jsonrpc":"2.0","id":1,"result":["hello",5]}
  problem   the response has no error object
  see       https://www.jsonrpc.org/specification#request_object

batch.of-notifications (MUST): A batch of notifications gets no response, not an empty array
  sent      POST [{"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]},{"jsonrpc":"2.0","method":"notify_hello","params":[7]}]
  expected  an empty body
  received  200 application/json []
  problem   the body is not empty
  see       https://www.jsonrpc.org/specification#examples

Not conformant: 4 cases, 1 ok, 1 failed, 1 warnings, 1 skipped
Incomplete: 1 case was skipped, because the server has no method throws`.trimStart(),
  );
});

test('the verdict lists the reasons why cases were skipped', async () => {
  const lastLines = async (options: AuditOptions): Promise<string[]> => {
    const report = await runAudit(respondLikeFetch(correctBehavior), options);
    return formatReport(report).split('\n').slice(-2);
  };
  expect(await lastLines({ methods: { throws: false } })).toEqual([
    'No MUST is violated: 66 cases, 62 ok, 0 failed, 0 warnings, 4 skipped',
    'Incomplete: 4 cases were skipped, because the server has no method throws',
  ]);
  const only = ['batch.mixed', 'socket.head', 'notification.failing'];
  const methods = { throws: false } as const;
  const profile = 'json-rpc-over-http';
  const [, incomplete] = await lastLines({ only, methods, profile, maxBatchSize: 5 });
  expect(incomplete).toBe(
    'Incomplete: 3 cases were skipped, because the server has no method throws; a batch of 6 is over ' +
      'the limit of 5; a function has no connection (audit a URL instead)',
  );
  expect(await lastLines({ methods: { get_data: false, sum: false } })).toEqual([
    'No MUST is violated: 66 cases, 56 ok, 0 failed, 0 warnings, 10 skipped',
    'Incomplete: 10 cases were skipped and 19 cases were checked without the methods of the case, ' +
      'because the server has no method sum, get_data',
  ]);
  expect(await lastLines({ only: ['batch.empty'] })).toEqual([
    '',
    'No MUST is violated: 1 cases, 1 ok, 0 failed, 0 warnings, 0 skipped',
  ]);
});
