import type { ErrorClass } from '@jsonrpc-kit/core/description';
import { allocateNames, type Nameable } from '../components/allocate-names.js';
import type { Components } from '../components/components.js';
import type { SchemaWriter } from '../components/schema-writer.js';
import { errorData, errorKey } from '../document/error-data.js';
import type { OpenRpcError } from './openrpc-document.js';

interface NamedError extends Nameable {
  readonly error: OpenRpcError;
}

/** The `components.errors` of a document. */
export class ErrorObjects {
  readonly #writer: SchemaWriter;
  readonly #components: Components;
  readonly #errors = new Map<ErrorClass, NamedError>();

  constructor(writer: SchemaWriter, components: Components) {
    this.#writer = writer;
    this.#components = components;
  }

  /** @param label of the entrypoint, for two classes of one name */
  add(error: ErrorClass, label: string): void {
    if (this.#errors.has(error)) return;
    const key = errorKey(error);
    const names = [key, `${label}.${key}`];
    const { code, message, name } = error;
    const data = errorData(error, names, this.#writer, this.#components);
    this.#errors.set(error, {
      names,
      isFixed: false,
      where: `error ${name} (${code})`,
      error: { code, message, ...(data === undefined ? {} : { data }) },
    });
  }

  /** All errors under their names, and the name of each. */
  finish(fine: boolean): {
    readonly errors: Readonly<Record<string, OpenRpcError>>;
    readonly nameOf: (error: ErrorClass) => string;
  } {
    const kept = this.#unite(fine);
    const names = allocateNames([...new Set(kept.values())], fine);
    return {
      errors: Object.fromEntries([...names].map(([{ error }, name]) => [name, error])),
      nameOf: (error) => names.get(kept.get(error) as NamedError) ?? '',
    };
  }

  /** Errors of one name that say the same are one. */
  #unite(fine: boolean): ReadonlyMap<ErrorClass, NamedError> {
    const first = new Map<string, NamedError>();
    return new Map(
      [...this.#errors].map(([error, named]) => {
        const key = JSON.stringify([named.names.at(fine ? 0 : -1), named.error]);
        const kept = first.get(key) ?? named;
        first.set(key, kept);
        return [error, kept];
      }),
    );
  }
}
