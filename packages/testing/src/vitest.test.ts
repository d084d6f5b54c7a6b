import { beforeAll, describe, expect, test } from 'vitest';
import { type ProjectRun, runProjects, type TestOutcome } from '../test/run-projects.js';

/** Vitest itself on the files of test/projects: what a developer reads there. */
let projects: ProjectRun;
beforeAll(async () => {
  projects = await runProjects();
});

function outcomeOf(title: string): TestOutcome {
  const outcome = projects.outcomes.get(title);
  if (outcome === undefined) throw new Error(`No test "${title}" was run:\n${projects.output}`);
  return outcome;
}

/** The messages of a test's failures, without the frames below them. */
function failuresOf(title: string): string[] {
  return outcomeOf(title).errors.map((error) => error.replace(/\n {4}at .*/s, ''));
}

/** The part of the output that shows a test's last failure. */
function shown(title: string): string {
  const parts = projects.output.split(/⎯\[\d+\/\d+\]⎯/);
  return parts.findLast((part) => part.includes(`> ${title}\n`)) ?? '';
}

const standard =
  '-32602 InvalidParams, -32601 MethodNotFound, -32700 ParseError, -32600 InvalidRequest, ' +
  '-32603 InternalError';
const wayOut =
  "A test that provokes it on purpose has the option: test.override('jsonrpcNoTracking', true), " +
  'or the tag jsonrpc-no-tracking.';

test.each([
  'declared errors',
  'the tag',
  'the option',
  'a good one',
  'another good one',
  'the second test',
  'the app of the project',
  'the app of a suite',
  'the app of the project again',
  'one that replaces',
  'a promise of an app',
  'the test after that',
  'direct calls that are not tracked',
  'a direct call of a declared error',
  'a call through a socket',
  'another call through a socket',
  'the test after the fixture',
  'the test that closes the app',
])('%s: the test passes', (title) => {
  expect(outcomeOf(title)).toEqual({ status: 'passed', errors: [] });
});

describe('a test with a call that was answered with an undeclared error fails once, and says', () => {
  test('method, returned code, declared codes, and how to declare', () => {
    expect(failuresOf('an undeclared error')).toEqual([
      `UndeclaredErrors: A call was answered with an error that neither method nor entrypoint declares.

  method    withdraw, of /bank
  returned  6001 NotEnoughMoney
  declared  ${standard}

To declare it on the method:

  method('withdraw', { errors: [NotEnoughMoney], … })

or for every method of the entrypoint:

  new Entrypoint('/bank', { errors: [...Entrypoint.defaultErrors, NotEnoughMoney], … })

${wayOut}`,
    ]);
  });

  test('where in the test the call stands', () => {
    expect(shown('an undeclared error')).toMatch(
      /❯ undeclared\.project\.ts:8:\d+\n(.*\n)*.*8\|   const answer = await jsonrpcClient\.jsonrpc\('withdraw'/,
    );
  });

  test('so of each of several calls', () => {
    expect(failuresOf('several at once')).toEqual([
      `UndeclaredErrors: 3 calls were answered with an error that neither method nor entrypoint declares.

  method    withdraw, of /bank, 2 times
  returned  6001 NotEnoughMoney
  declared  ${standard}

  method    close, of /bank
  returned  6002 AccountClosed
  declared  ${standard}, 6001 NotEnoughMoney

To declare it on the method:

  method('withdraw', { errors: [NotEnoughMoney], … })
  method('close', { errors: [NotEnoughMoney, AccountClosed], … })

or for every method of the entrypoint:

  new Entrypoint('/bank', { errors: [...Entrypoint.defaultErrors, NotEnoughMoney, AccountClosed], … })

${wayOut}`,
    ]);
  });

  test('so of a call in a batch, and of a notification that ended after its answer', () => {
    expect(failuresOf('an error in a batch')).toEqual([
      expect.stringContaining('  method    close, of /bank\n  returned  6002 AccountClosed\n'),
    ]);
    expect(failuresOf('an error of a notification')).toEqual([
      expect.stringContaining('  method    close, of /bank, a notification\n  returned  6002'),
    ]);
  });

  test('how to make the class, where a middleware has made the error without one', () => {
    const [message] = failuresOf('an error that a middleware made');
    expect(message).toContain('  returned  6003 Closed at night\n');
    expect(message).toContain(
      `  method('visit', { errors: [defineError({ code: 6003, message: "Closed at night" })], … })`,
    );
  });

  test('so of calls that reach no method, and of requests that hold no call', () => {
    const [message] = failuresOf('standard errors that the entrypoint left out');
    const lines = [
      'method    sort, which is not there, of /strict',
      'returned  -32601 MethodNotFound',
    ];
    expect(message).toContain(lines.join('\n  '));
    expect(message).toContain('method    none, of /strict\n  returned  -32700 ParseError');
    expect(message).toContain(
      "new Entrypoint('/strict', { errors: [AccountClosed, InvalidParams, MethodNotFound, ParseError], … })",
    );
  });

  test('its own failure first, where it has one', () => {
    expect(failuresOf('a test that fails anyway')).toEqual([
      expect.stringMatching(/^Error: expected a JSON-RPC result, but got the error 6001/),
      expect.stringMatching(/^UndeclaredErrors: A call was/),
    ]);
  });
});

describe('a method that throws what is no typed error fails the test', () => {
  const fire = /^Error: The vault is on fire\n +at setOnFire .*bank\.ts:/;

  test('at once, with its own stack, which Vitest shows the place of', () => {
    expect(outcomeOf('a plain exception').errors).toEqual([expect.stringMatching(fire)]);
    expect(shown('one of a notification')).toMatch(
      /❯ setOnFire bank\.ts:\d+:\d+\n(.*\n)*.*throw new Error\('The vault is on fire'\)/,
    );
  });

  test.each([
    'a plain exception',
    'one that the test swallows',
    'one in a batch',
    'one of a background task, which the test waits for',
  ])('with the way to expect it below, where the test got it: %s', (title) => {
    expect(shown(title)).toMatch(/❯ exceptions\.project\.ts:\d+:\d+ notice\n/);
    expect(shown(title)).toContain(`↳ ${wayOut}`);
  });

  test.each(['one that the test swallows', 'one that the test expects', 'one of a notification'])(
    'also %s',
    (title) => {
      expect(outcomeOf(title).errors).toEqual([expect.stringMatching(fire)]);
    },
  );

  test('in a batch beside the check of the other calls', () => {
    expect(failuresOf('one in a batch')).toEqual([
      'Error: The vault is on fire',
      expect.stringMatching(/^UndeclaredErrors: A call was/),
    ]);
  });

  test('also after the response: in a teardown, and in a background task', () => {
    expect(failuresOf('one of a teardown')).toEqual(['Error: The ledger is torn']);
    expect(failuresOf('one of a background task, which the test waits for')).toEqual([
      'Error: The letter is lost',
    ]);
  });

  test('told of by the kit, where what it throws is no Error', () => {
    expect(failuresOf('what is no Error')).toEqual([
      'Error: Call failed in the method shout: what was thrown is no Error and has no stack: "Fire!"',
    ]);
  });

  test('in each try anew, where it is retried', () => {
    expect(outcomeOf('one in each of two tries').status).toBe('failed');
    expect(outcomeOf('one in the first of two tries').status).toBe('passed');
  });
});

describe('tests that run at the same time on one app', () => {
  test('fail for their own calls only', () => {
    expect(failuresOf('a failing one')).toEqual([
      expect.stringContaining('method    fail, of /rpc'),
    ]);
    expect(failuresOf('a crashing one')).toEqual(['Error: The vault is on fire']);
  });

  test('can not replace the same dependency', () => {
    expect(failuresOf('one that replaces the same')).toEqual([
      'Error: dependencyOverrides: getBalance is replaced by another test that runs at the same time; ' +
        'give concurrent tests an api each, or run them one after another',
    ]);
  });
});

describe('a call that the test makes without its client', () => {
  test('fails the test where its error is not declared', () => {
    const undeclared = expect.stringContaining('  method    close, of /bank\n  returned  6002');
    expect(failuresOf('a direct call with an undeclared error')).toEqual([undeclared]);
    expect(failuresOf('an app that is no fixture')).toEqual([undeclared]);
  });

  test('fails the test with what the method throws, also after the response', () => {
    const fire = /^Error: The vault is on fire\n +at setOnFire .*bank\.ts:/;
    for (const title of [
      'a direct call that throws',
      'a direct notification that throws after the test',
    ]) {
      expect(outcomeOf(title).errors).toEqual([expect.stringMatching(fire)]);
    }
  });

  test('fails its own test only, where tests run at the same time', () => {
    expect(failuresOf('a direct call of an undeclared error')).toEqual([
      expect.stringContaining('  method    close, of /bank\n  returned  6002'),
    ]);
    expect(failuresOf('a direct call of an exception')).toEqual(['Error: The vault is on fire']);
  });

  test('fails all tests that may have made it, where its test is not known', () => {
    for (const title of ['a call that may be of either test', 'a test beside it']) {
      expect(failuresOf(title)).toEqual([
        `Error: Several tests ran at the same time, and any of them may have sent the requests of these calls:

  method    close, of /bank
  returned  6002 AccountClosed
  declared  ${standard}, 6001 NotEnoughMoney

  exceptions  1, reported beside this error

Send requests of concurrent tests by jsonrpcClient, app.request() or app.inject(), or run the tests one after another.`,
        'Error: The vault is on fire',
      ]);
    }
  });
});

describe('the app', () => {
  test('fails the test where it can not be started or closed', () => {
    expect(failuresOf('the app fails in onReady')).toEqual(['Error: The vault is locked']);
    expect(failuresOf('the app fails in onClose')).toEqual(['Error: The vault is jammed']);
  });

  test('is closed after its test, which the next one that is given it says', () => {
    expect(failuresOf('the test that finds it closed')).toEqual([
      `Error: The app was closed at the end of the test "closed-app.project.ts > an app that is closed after its first test > the test that closes the app".
Create a new app in the fixture "app" for each test. To share one between tests, keep it open:

  jsonRpcTest.extend('app', () => sharedApp).extend('jsonrpcKeepAppOpen', true)`,
    ]);
  });

  test('is asked for where there is none, but not by a test that needs none', () => {
    expect(failuresOf('no app')).toEqual([
      `Error: There is no app to test. Supply the fixture "app":

  import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';

  export const test = jsonRpcTest.extend('app', () => createApp());

createApp() stands for what makes your Hono app, your Express app, your Fastify instance or your Api,
at once or as a promise. It is asked anew for each test; let it return one that it has kept, and all
tests share that.`,
    ]);
    expect(outcomeOf('no app, but no client either').status).toBe('passed');
  });

  test('has to be one', () => {
    expect(failuresOf('what is no app')).toEqual([
      'TypeError: There is no way to send a request to a plain object. ' +
        'A Hono app, an Express app, a Fastify instance or an Api is needed.',
    ]);
  });

  test('may live as long as the process: each test is checked for its own calls', () => {
    expect(failuresOf('the first test')).toEqual([expect.stringContaining('method    close')]);
    expect(failuresOf('the third test')).toEqual([expect.stringContaining('method    withdraw')]);
  });

  test('may be another for some tests, and is checked there too', () => {
    expect(failuresOf('the app of a suite, checked')).toEqual([
      expect.stringContaining('method    sort, which is not there, of /strict'),
    ]);
  });

  test('has to tell its api where dependencies are to be replaced', () => {
    expect(failuresOf('an app that hides its api')).toEqual([
      `Error: dependencyOverrides needs the Api that stands behind the app, which can't be asked for it.
Supply the fixture "api", and make the app of it:

  export const test = jsonRpcTest
    .extend('api', () => createApi())
    .extend('app', ({ api }) => createApp(api));`,
    ]);
  });

  test('that answers errors where nothing can be captured is not taken for a checked one', () => {
    const [message] = failuresOf('an error from elsewhere');
    expect(message).toContain('No Api of this process was seen to answer a request');
    expect(message).toContain('"code":6001');
    expect(message).toContain('jsonrpcNoTracking');
    expect(outcomeOf('an error from elsewhere, untracked').status).toBe('passed');
    expect(outcomeOf('a result from elsewhere').status).toBe('passed');
  });
});

test('what a test leaves behind that is skipped half-way is undone', () => {
  expect(outcomeOf('one that is skipped half-way')).toEqual({ status: 'skipped', errors: [] });
  expect(outcomeOf('the one after it').status).toBe('passed');
});

test('what is not tracked in one test is in the next', () => {
  expect(failuresOf('neither')).toEqual([expect.stringContaining('method    close')]);
});

test('what does not end fails its test, and neither the app’s end nor the next test', () => {
  expect(failuresOf('a notification without an end')).toEqual([
    'Error: Still at work after 5000 ms: the notification wait. ' +
      'A request, a notification, a teardown or a background task of it does not end.',
  ]);
  expect(outcomeOf('the next test').status).toBe('passed');
});

test('nothing else fails, and nothing fails outside of a test', () => {
  expect(projects.output).not.toContain('Unhandled');
  const failed = [...projects.outcomes.values()].filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(40);
  expect(projects.output).toContain('40 failed');
});
