import { ErrorCode, type ErrorCodes } from '../jsonrpc/response.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import type { OptionKind } from '../options/option-kind.js';
import type { ErrorClass } from './base-error.js';

type Name = keyof ErrorCodes;

const {
  ParseError,
  InvalidRequest,
  MethodNotFound,
  InvalidParams,
  InternalError,
  HttpError,
  ...changeable
} = ErrorCode;
const FIXED = {
  ParseError,
  InvalidRequest,
  MethodNotFound,
  InvalidParams,
  InternalError,
  HttpError,
};
const DEFAULTS: Readonly<Record<Name, number>> = {
  ...changeable,
  CallInProgress: -32009,
  IdempotencyConflict: -32010,
};

const integer: OptionKind = {
  is: Number.isSafeInteger,
  must: 'an integer',
  advice: (name) => `Write errorCodes: { ${name}: -32050 }.`,
};
const KINDS = Object.fromEntries(
  Object.keys(DEFAULTS).map((name) => [name, integer]),
) as unknown as OptionKinds<ErrorCodes>;

/**
 * Checks the codes of an entrypoint.
 *
 * @throws TypeError if a name or a code is invalid, or two errors would have the same code
 */
export function checkErrorCodes(where: string, codes: ErrorCodes): void {
  checkOptions(`${where}: errorCodes`, codes, KINDS);
  const names = new Map<number, string>();
  const changed = Object.entries(codes).filter(([, code]) => code !== undefined);
  for (const [name, code] of Object.entries({
    ...FIXED,
    ...DEFAULTS,
    ...(Object.fromEntries(changed) as Readonly<Record<Name, number>>),
  })) {
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

/** Marks a class as that of a standard error, whose code an entrypoint can change. */
export function standardError<Class extends object>(name: Name, errorClass: Class): Class {
  const { prototype } = errorClass as Class & { readonly prototype: object };
  Object.defineProperty(prototype, NAME, { value: name });
  return errorClass;
}

/** Returns the code that an entrypoint has chosen for an error; undefined for any other error. */
export function changedCode(
  error: { readonly code: number },
  codes: ErrorCodes,
): number | undefined {
  const name = (error as { readonly [NAME]?: Name })[NAME];
  return name !== undefined && error.code === DEFAULTS[name] ? codes[name] : undefined;
}

/** @throws TypeError if an error of the application has a code that was chosen for a standard error */
export function checkCodesAreFree(
  where: string,
  classes: readonly ErrorClass[],
  codes: ErrorCodes = {},
): void {
  for (const { name, code, prototype } of classes as readonly (ErrorClass & Prototype)[]) {
    const taken = Object.entries(codes).find(([, chosen]) => chosen === code);
    if (taken === undefined || (isObject(prototype) && NAME in prototype)) continue;
    throw new TypeError(
      `${where}: errors ${name} and ${taken[0]} have the same code ${code}. Change one of them.`,
    );
  }
}

interface Prototype {
  readonly prototype?: unknown;
}

const withOtherCode = new WeakMap<ErrorClass, Map<number, ErrorClass>>();

/** Returns the classes with the codes that an entrypoint has chosen. */
export function withErrorCodes(
  classes: readonly ErrorClass[],
  codes: ErrorCodes | undefined,
): readonly ErrorClass[] {
  if (codes === undefined) return classes;
  return classes.map((errorClass) => {
    const { prototype, code } = errorClass as ErrorClass & Prototype;
    const changed = isObject(prototype)
      ? changedCode(Object.create(prototype, { code: { value: code } }), codes)
      : undefined;
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
