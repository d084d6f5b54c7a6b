import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { BaseError } from './base-error.js';

/** What every class of typed errors says of itself. */
export interface ErrorDescription<Code extends number = number> {
  /** The wire's `error.code`, unique on an entrypoint. */
  readonly code: Code;
  /** The wire's `error.message`: a short fixed sentence. */
  readonly message: string;
  /** Schema of `error.data`. */
  readonly dataModel: StandardSchemaV1 | undefined;
  /** Schema of the entries in `error.data.errors`. */
  readonly errorModel: StandardSchemaV1 | undefined;
  /** Whether the documents make `error.data` required. */
  readonly dataRequired: boolean;
  /** Whether the documents make `error.data.errors` required. */
  readonly errorsRequired: boolean;
}

/** Any class of typed errors, as `errors: […]` of an entrypoint or method takes them. */
export interface ErrorClass extends ErrorDescription {
  /** The class's own name, for the documents and for messages. */
  readonly name: string;
  new (...args: never): BaseError;
}
