import { ErrorCode, type ErrorCodes } from '../jsonrpc/response.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import type { OptionKind } from '../options/option-kind.js';
import type { ErrorClass } from './base-error.js';

type Name = keyof ErrorCodes;

const DEFAULTS = { ...ErrorCode, CallInProgress: -32009, IdempotencyConflict: -32010 };

const integer: OptionKind = {
  is: Number.isSafeInteger,
  must: 'an integer',
  advice: (name) => `Write errorCodes: { ${name}: -32050 }.`,
};
const KINDS: OptionKinds<ErrorCodes> = {
  RequestTimeout: integer,
  LimitExceeded: integer,
  EventsLost: integer,
  Unauthorized: integer,
  Conflict: integer,
  BatchRolledBack: integer,
  RequestCancelled: integer,
  CallInProgress: integer,
  IdempotencyConflict: integer,
};

/**
 * Checks the codes of an entrypoint.
 *
 * @throws TypeError if a name or a code is invalid, or two errors would have the same code
 */
export function checkErrorCodes(where: string, codes: ErrorCodes): void {
  checkOptions(`${where}: errorCodes`, codes, KINDS);
  const names = new Map<number, string>();
  const changed = Object.entries(codes).filter(([, code]) => code !== undefined);
  const all: Readonly<Record<string, number>> = { ...DEFAULTS, ...Object.fromEntries(changed) };
  for (const [name, code] of Object.entries(all)) {
    const other = names.get(code);
    if (other !== undefined) {
      throw new TypeError(
        `${where}: errorCodes: ${other} and ${name} have the same code ${code}. Change one of them.`,
      );
    }
    names.set(code, name);
  }
}

/** The name of a standard error; a registered symbol, because an application may load several copies. */
const NAME: unique symbol = Symbol.for('@jsonrpc-kit/core/standard-error');

interface Named {
  readonly [NAME]?: Name;
}

/** A class whose prototype has the name of a standard error, if it is one. */
type NamedClass = ErrorClass & { readonly prototype?: Named };

/** Marks a class as that of a standard error, whose code an entrypoint can change. */
export function standardError<Class extends object>(name: Name, errorClass: Class): Class {
  const { prototype } = errorClass as Class & { readonly prototype: object };
  Object.defineProperty(prototype, NAME, { value: name });
  return errorClass;
}

/**
 * Returns the code that an entrypoint has chosen for a standard error whose code is its default; undefined
 * for any other error.
 */
export function changedCode(error: object, code: number, codes: ErrorCodes): number | undefined {
  const name = (error as Named)[NAME];
  return name !== undefined && DEFAULTS[name] === code ? codes[name] : undefined;
}

/** @throws TypeError if an error of the application has a code that was chosen for a standard error */
export function checkCodesAreFree(
  where: string,
  classes: readonly ErrorClass[],
  codes: ErrorCodes = {},
): void {
  for (const { name, code, prototype } of classes as readonly NamedClass[]) {
    const [taken] = Object.entries(codes).find(([, chosen]) => chosen === code) ?? [];
    if (taken === undefined || prototype?.[NAME] === taken) continue;
    throw new TypeError(
      `${where}: errors ${name} and ${taken} have the same code ${code}. Change one of them.`,
    );
  }
}

const withOtherCode = new WeakMap<ErrorClass, Map<number, ErrorClass>>();

/** Returns the classes with the codes that an entrypoint has chosen. */
export function withErrorCodes(
  classes: readonly ErrorClass[],
  codes: ErrorCodes | undefined,
): readonly ErrorClass[] {
  if (codes === undefined) return classes;
  return classes.map((errorClass) => {
    const { prototype, code } = errorClass as NamedClass;
    const changed = prototype && changedCode(prototype, code, codes);
    if (changed === undefined) return errorClass;
    const known = withOtherCode.get(errorClass) ?? new Map<number, ErrorClass>();
    withOtherCode.set(errorClass, known);
    const created = known.get(changed) ?? subclass(errorClass, changed);
    known.set(changed, created);
    return created;
  });
}

function subclass(errorClass: ErrorClass, code: number): ErrorClass {
  const Changed = class extends (errorClass as unknown as new () => object) {};
  Object.defineProperties(Changed, { code: { value: code }, name: { value: errorClass.name } });
  // It inherits the other static members.
  return Changed as unknown as ErrorClass;
}
