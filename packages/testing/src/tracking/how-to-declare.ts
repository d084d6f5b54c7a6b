import { Entrypoint, type ErrorClass } from '@jsonrpc-kit/core';
import { type CapturedError, classNameOf, errorsOfEntrypoint } from './captured-error.js';

/** Code that declares these errors, with the real names. */
export function howToDeclare(errors: readonly CapturedError[]): string {
  const methods = new Map<string, Set<string>>();
  const entrypoints = new Map<string, Set<string>>();
  for (const error of errors) {
    const { methodRoute, entrypoint } = error;
    if (methodRoute !== undefined) {
      const names = methodRoute.errors.map(({ name }) => name);
      add(methods, `method('${methodRoute.name}', `, [...names, classOf(error)]);
    }
    const ofEntrypoint = namesOf(errorsOfEntrypoint(entrypoint));
    add(entrypoints, `new Entrypoint('${entrypoint.path}', `, [...ofEntrypoint, classOf(error)]);
  }
  const forAll = `for every method of the entrypoint:\n\n${asCode(entrypoints)}`;
  if (methods.size === 0) return `To declare it ${forAll}`;
  return `To declare it on the method:\n\n${asCode(methods)}\n\nor ${forAll}`;
}

function add(lists: Map<string, Set<string>>, key: string, names: readonly string[]): void {
  lists.set(key, new Set([...(lists.get(key) ?? []), ...names]));
}

function asCode(lists: ReadonlyMap<string, ReadonlySet<string>>): string {
  return Array.from(
    lists,
    ([call, names]) => `  ${call}{ errors: [${[...names].join(', ')}], … })`,
  ).join('\n');
}

/** The five of every entrypoint are written as most write them. */
function namesOf(errors: readonly ErrorClass[]): string[] {
  const standard: readonly ErrorClass[] = Entrypoint.defaultErrors;
  const hasStandard = standard.every((one) => errors.includes(one));
  const others = hasStandard ? errors.filter((one) => !standard.includes(one)) : errors;
  return [
    ...(hasStandard ? ['...Entrypoint.defaultErrors'] : []),
    ...others.map(({ name }) => name),
  ];
}

/** Its name, or how it is made where there is none yet. */
function classOf(captured: CapturedError): string {
  const { code, message } = captured.response.error;
  return (
    classNameOf(captured) ?? `defineError({ code: ${code}, message: ${JSON.stringify(message)} })`
  );
}
