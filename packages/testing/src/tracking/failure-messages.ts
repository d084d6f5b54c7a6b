import { Entrypoint, type ErrorClass } from '@jsonrpc-kit/core';
import { CORRELATION_HEADER } from './unfinished-work.js';
import { errorWithoutFrames } from './error-without-frames.js';
import type { TestResponse } from '../transport/test-response.js';
import {
  type CapturedError,
  classNameOf,
  declaredErrors,
  errorsOfEntrypoint,
} from './captured-error.js';

/** Says how to write a test that expects an exception or an undeclared error. */
export const NO_TRACKING_HINT: string =
  "If the test causes this on purpose, set test.override('jsonrpcNoTracking', true), " +
  'or give it the tag jsonrpc-no-tracking.';

/**
 * The failure of a test with undeclared errors. Its message lists the returned and the declared errors
 * of each call, and how to declare more. Its stack shows the first request that a test client sent.
 */
export function undeclaredErrors(errors: readonly [CapturedError, ...CapturedError[]]): Error {
  const isOne = errors.length === 1;
  const message = [
    isOne
      ? 'A call returned an error that neither its method nor its entrypoint declares.'
      : `${errors.length} calls returned errors that neither their method nor their entrypoint declares.`,
    ...describeCalls(errors),
    howToDeclare(errors),
    NO_TRACKING_HINT,
  ].join('\n\n');
  const error = new Error(message);
  error.name = 'UndeclaredErrors';
  const callSite = errors.find((captured) => captured.callSite !== undefined)?.callSite;
  const [, frames = ''] = /(?:^|\n)(\s+at .*)$/s.exec(callSite?.stack ?? '') ?? [];
  error.stack = `${error.name}: ${message}\n${frames}`;
  return error;
}

/** The failure of each test that may have sent the requests of these errors. */
export function unassignedErrors(errors: readonly CapturedError[], exceptionCount: number): Error {
  const exceptions =
    exceptionCount === 0 ? [] : [`  exceptions  ${exceptionCount}, reported next to this error`];
  return errorWithoutFrames(
    [
      "Several tests ran at the same time, and the kit can't tell which of them made these calls:",
      ...describeCalls(errors),
      ...exceptions,
      'In concurrent tests, send requests with jsonrpcClient, app.request() or app.inject(). Or run the tests one after another.',
    ].join('\n\n'),
  );
}

/** Follows exceptions that no client has thrown into the test, such as that of a job. */
export function unseenExceptions(): Error {
  return errorWithoutFrames(
    `The client of the test has not received this exception of the application. ${NO_TRACKING_HINT}`,
  );
}

/** The failure of a test whose error responses can't be captured. */
export function uncapturedResponse({ text }: TestResponse): Error {
  return errorWithoutFrames(`The app sent an error response, but no Api of this process handled the request:

  ${text}

So the kit can't check whether the error is declared. There may be two copies of @jsonrpc-kit/core
(see npm ls @jsonrpc-kit/core), something in front of the Api that responds itself or drops the header
${CORRELATION_HEADER}, or an Api in another process. Tests of such an app need the option
jsonrpcNoTracking.`);
}

/** Groups calls with the same description. */
function describeCalls(errors: readonly CapturedError[]): string[] {
  const counts = new Map<string, { readonly error: CapturedError; count: number }>();
  for (const error of errors) {
    const key = describeCall(error, 1);
    const group = counts.get(key) ?? { error, count: 0 };
    group.count += 1;
    counts.set(key, group);
  }
  return Array.from(counts.values(), ({ error, count }) => describeCall(error, count));
}

function describeCall(captured: CapturedError, count: number): string {
  const { methodRoute, calledName, entrypoint, isNotification, response } = captured;
  const unknownName = calledName === undefined ? 'none' : `${calledName} (not found)`;
  const kind = isNotification ? ', notification' : '';
  const times = count === 1 ? '' : `, ${count} times`;
  const declared = declaredErrors(captured).map(({ code, name }) => `${code} ${name}`);
  return [
    `  method    ${methodRoute?.name ?? unknownName} on ${entrypoint.path}${kind}${times}`,
    `  returned  ${response.error.code} ${classNameOf(captured) ?? response.error.message}`,
    `  declared  ${declared.join(', ') || 'none'}`,
  ].join('\n');
}

/** Returns code that declares the errors on the methods or on the entrypoints. */
function howToDeclare(errors: readonly CapturedError[]): string {
  const methods = new Map<string, Set<string>>();
  const entrypoints = new Map<string, Set<string>>();
  for (const error of errors) {
    const { methodRoute, entrypoint } = error;
    if (methodRoute !== undefined) {
      const names = methodRoute.errors.map(({ name }) => name);
      addNames(methods, `method('${methodRoute.name}', `, [...names, classOf(error)]);
    }
    const names = namesOf(errorsOfEntrypoint(entrypoint));
    addNames(entrypoints, `new Entrypoint('${entrypoint.path}', `, [...names, classOf(error)]);
  }
  const onEntrypoint = `for every method of the entrypoint:\n\n${toCode(entrypoints)}`;
  if (methods.size === 0) return `To declare it ${onEntrypoint}`;
  return `To declare it on the method:\n\n${toCode(methods)}\n\nor ${onEntrypoint}`;
}

function addNames(lists: Map<string, Set<string>>, key: string, names: readonly string[]): void {
  lists.set(key, new Set([...(lists.get(key) ?? []), ...names]));
}

function toCode(lists: ReadonlyMap<string, ReadonlySet<string>>): string {
  return Array.from(
    lists,
    ([call, names]) => `  ${call}{ errors: [${[...names].join(', ')}], … })`,
  ).join('\n');
}

/** Abbreviates the standard errors as `...Entrypoint.defaultErrors`. */
function namesOf(errors: readonly ErrorClass[]): string[] {
  const standard: readonly ErrorClass[] = Entrypoint.defaultErrors;
  const hasStandard = standard.every((one) => errors.includes(one));
  const others = hasStandard ? errors.filter((one) => !standard.includes(one)) : errors;
  const names = others.map(({ name }) => name);
  return hasStandard ? ['...Entrypoint.defaultErrors', ...names] : names;
}

function classOf(captured: CapturedError): string {
  const { code, message } = captured.response.error;
  return (
    classNameOf(captured) ?? `defineError({ code: ${code}, message: ${JSON.stringify(message)} })`
  );
}
