import type { ErrorClass } from '@jsonrpc-kit/core/description';
import type { OpenRpcError } from '@jsonrpc-kit/openrpc';
import { allocateNames, mergeEqual, type NamedItem } from '../components/component-names.js';
import { DocumentContext } from '../components/document-context.js';
import { definedMembers } from '../defined-members.js';
import { describeErrorClass, errorDataSchema, errorNames } from '../methods/error-schemas.js';

interface NamedError extends NamedItem {
  readonly error: OpenRpcError;
  readonly description: string | undefined;
}

/** The components of an OpenRPC document while it is being generated. */
export class OpenRpcContext extends DocumentContext {
  readonly #fineNames: boolean;
  readonly #errors = new Map<ErrorClass, NamedError>();

  constructor(fineNames: boolean) {
    super('draft-07', fineNames);
    this.#fineNames = fineNames;
  }

  addError(errorClass: ErrorClass, entrypointLabel: string): void {
    if (this.#errors.has(errorClass)) return;
    const names = errorNames(errorClass, entrypointLabel);
    const { code, message, description } = errorClass;
    this.#errors.set(errorClass, {
      names,
      isFixed: false,
      where: describeErrorClass(errorClass),
      description,
      error: definedMembers({ code, message, data: errorDataSchema(errorClass, names, this) }),
    });
  }

  /** Returns all errors by name, and the name of every class. */
  finishErrors(): {
    readonly errors: Readonly<Record<string, OpenRpcError>>;
    /** When the errors occur, by name. */
    readonly descriptions: Readonly<Record<string, string>>;
    readonly nameOf: (errorClass: ErrorClass) => string;
  } {
    const merged = mergeEqual(this.#errors.values(), this.#fineNames, (named) => [
      named.error,
      named.description,
    ]);
    const names = allocateNames([...new Set(merged.values())], this.#fineNames);
    return {
      errors: Object.fromEntries([...names].map(([{ error }, name]) => [name, error])),
      descriptions: Object.fromEntries(
        [...names].flatMap(([{ description }, name]) =>
          description === undefined ? [] : [[name, description]],
        ),
      ),
      nameOf: (errorClass) => {
        const named = this.#errors.get(errorClass);
        const first = named && merged.get(named);
        return (first && names.get(first)) ?? '';
      },
    };
  }
}
