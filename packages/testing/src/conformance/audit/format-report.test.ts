import { expect, test } from 'vitest';
import { rightRules } from '../../../test/rules.js';
import { rulesFunction } from '../../../test/rules-function.js';
import type { AuditOptions } from './audit-options.js';
import { formatReport } from './format-report.js';
import { runAudit } from './run-audit.js';

test('a report reads as a table, and tells below it what is wrong', async () => {
  const faulty = rulesFunction({
    ...rightRules,
    isVersion: () => true,
    joined: (answers) => answers,
  });
  const report = await runAudit(faulty, {
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
a function, by the profile json-rpc-2.0

skip  MUST    notification.failing    A notification whose method fails is not answered
WARN  SHOULD  request.wrong-version   A request of another version is an Invalid Request
ok    MUST    batch.empty             An empty batch is answered by one Invalid Request, not by an array
FAIL  MUST    batch.of-notifications  A batch of notifications is answered by nothing, not by an empty array

request.wrong-version (SHOULD): A request of another version is an Invalid Request
  sent      POST {"jsonrpc":"1.0","method":"get_data","id":1}
  expected  an error with the code -32600 and the id 1 or null
  came      200 application/json {"jsonrpc":"2.0","id":1,"result":["hello",5]}
  so        there is no error
  see       https://www.jsonrpc.org/specification#request_object

batch.of-notifications (MUST): A batch of notifications is answered by nothing, not by an empty array
  sent      POST [{"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]},{"jsonrpc":"2.0","method":"notify_hello","params":[7]}]
  expected  no answer: an empty body
  came      200 application/json []
  so        there is an answer
  see       https://www.jsonrpc.org/specification#examples

skipped: the server has no method throws: notification.failing

Not conformant: of 4 cases 1 ok, 1 failed, 1 warnings, 1 skipped
Incomplete: 1 of 4 cases were skipped, as the server lacks the method throws`.trimStart(),
  );
});

test('the verdict says so where cases were skipped, and for which reasons', async () => {
  const lastLines = async (options: AuditOptions): Promise<string[]> => {
    const report = await runAudit(rulesFunction(rightRules), options);
    return formatReport(report).split('\n').slice(-2);
  };
  expect(await lastLines({ methods: { sum: false, throws: false, wait: false } })).toEqual([
    'No MUST is broken: of 66 cases 60 ok, 0 failed, 0 warnings, 6 skipped',
    'Incomplete: 6 of 66 cases were skipped, as the server lacks the methods sum and throws',
  ]);
  const only = ['batch.mixed', 'batch.of-many', 'socket.head', 'notification.failing'];
  const methods = { throws: false } as const;
  const profile = 'json-rpc-over-http';
  const [, incomplete] = await lastLines({ only, methods, profile, maxBatchSize: 5 });
  expect(incomplete).toBe(
    'Incomplete: 4 of 4 cases were skipped, as the server lacks the method throws; ' +
      'as it needs a batch of 6, the limit is 5; as it needs a batch of 50, the limit is 5; ' +
      'as it needs a connection, so a URL to audit',
  );
  expect(await lastLines({ only: ['batch.empty'] })).toEqual([
    '',
    'No MUST is broken: of 1 cases 1 ok, 0 failed, 0 warnings, 0 skipped',
  ]);
});
