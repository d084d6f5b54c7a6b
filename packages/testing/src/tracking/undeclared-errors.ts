import { type CapturedError, classNameOf, declaredErrors } from './captured-error.js';
import { NO_TRACKING_HINT } from '../messages/no-tracking-hint.js';
import { howToDeclare } from './how-to-declare.js';

/**
 * Names of each call the error that it was answered with and those that are declared, and says how
 * to declare more. The stack is that of the first request that a test client sent.
 */
export function undeclaredErrors(errors: readonly [CapturedError, ...CapturedError[]]): Error {
  const message = [
    `${count(errors.length)} answered with an error that neither method nor entrypoint declares.`,
    ...describeCalls(errors),
    howToDeclare(errors),
    NO_TRACKING_HINT,
  ].join('\n\n');
  const error = new Error(message);
  error.name = 'UndeclaredErrors';
  const place = errors.find((captured) => captured.place !== undefined)?.place;
  const [, frames = ''] = /(?:^|\n)(\s+at .*)$/s.exec(place?.stack ?? '') ?? [];
  error.stack = `${error.name}: ${message}\n${frames}`;
  return error;
}

function count(calls: number): string {
  return calls === 1 ? 'A call was' : `${calls} calls were`;
}

/** The calls, those with the same description as one. */
export function describeCalls(errors: readonly CapturedError[]): string[] {
  return grouped(errors).map(describe);
}

/** Calls of which the same is to be said. */
function grouped(errors: readonly CapturedError[]): CapturedError[][] {
  const groups = new Map<string, CapturedError[]>();
  for (const error of errors) {
    const key = describe([error]);
    groups.set(key, [...(groups.get(key) ?? []), error]);
  }
  return [...groups.values()];
}

function describe(group: readonly CapturedError[]): string {
  const [error] = group;
  if (error === undefined) return '';
  const { entrypoint, isNotification, response } = error;
  const kind = isNotification ? ', a notification' : '';
  const times = group.length === 1 ? '' : `, ${group.length} times`;
  const declared = declaredErrors(error).map((one) => `${one.code} ${one.name}`);
  return [
    `  method    ${methodOf(error)}, of ${entrypoint.path}${kind}${times}`,
    `  returned  ${response.error.code} ${classNameOf(error) ?? response.error.message}`,
    `  declared  ${declared.join(', ') || 'none'}`,
  ].join('\n');
}

function methodOf({ methodRoute, calledName }: CapturedError): string {
  if (methodRoute !== undefined) return methodRoute.name;
  return calledName === undefined ? 'none' : `${calledName}, which is not there`;
}
