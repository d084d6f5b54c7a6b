import type { ErrorClass } from '@jsonrpc-kit/core/description';
import type { Components } from '../components/components.js';
import type { SchemaWriter } from '../components/schema-writer.js';
import { errorData, errorKey } from '../document/error-data.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { errorSchema } from './envelopes.js';

/** The error responses of a document, each a component once. */
export class ErrorResponses {
  readonly #writer: SchemaWriter;
  readonly #components: Components;
  readonly #references = new Map<ErrorClass, JsonSchema>();

  constructor(writer: SchemaWriter, components: Components) {
    this.#writer = writer;
    this.#components = components;
  }

  /** @param label of the entrypoint, for two classes of one name */
  reference(error: ErrorClass, label: string): JsonSchema {
    const known = this.#references.get(error);
    if (known !== undefined) return known;
    const key = errorKey(error);
    const names = [key, `${label}.${key}`];
    const { code, message, dataRequired } = error;
    const data = errorData(error, names, this.#writer, this.#components);
    const reference = this.#components.add(
      { names, isFixed: false, where: `error ${error.name} (${code})` },
      errorSchema({ code, message, data, dataRequired }),
    );
    this.#references.set(error, reference);
    return reference;
  }
}
