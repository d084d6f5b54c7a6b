import type { ErrorClass } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { DocumentContext } from '../components/document-context.js';
import { describeErrorClass, errorDataSchema, errorNames } from '../methods/error-schemas.js';
import { errorResponseSchema } from './envelopes.js';

/** The components of an OpenAPI document while it is being generated. */
export class OpenApiContext extends DocumentContext {
  /** Whether the api only accepts some hosts. */
  readonly checksHost: boolean;
  readonly #errors = new Map<ErrorClass, JsonSchema>();

  constructor(fineNames: boolean, checksHost: boolean) {
    super('draft-2020-12', fineNames);
    this.checksHost = checksHost;
  }

  /** Returns a reference to the error response of a class. */
  errorResponse(error: ErrorClass, entrypointLabel: string): JsonSchema {
    const known = this.#errors.get(error);
    if (known !== undefined) return known;
    const names = errorNames(error, entrypointLabel);
    const reference = this.components.add(
      { names, isFixed: false, where: describeErrorClass(error) },
      errorResponseSchema(error, errorDataSchema(error, names, this)),
    );
    this.#errors.set(error, reference);
    return reference;
  }
}
