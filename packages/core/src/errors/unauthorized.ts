import * as v from 'valibot';
import { ErrorCode } from '../jsonrpc/response.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import type { Carrier } from '../message/carrier.js';
import { text } from '../options/option-kind.js';
import { isBaseError } from './base-error.js';
import { type DefinedErrorClass, defineStandardError } from './define-error.js';
import { HttpError, isHttpError } from './http-error.js';

/** `error.data` of {@link Unauthorized}. */
export interface UnauthorizedData {
  /** The name of the security scheme in the API schemas; the first of several alternatives. */
  readonly scheme?: string | undefined;
}

/** Options of {@link Unauthorized}, for the 401 response to a single call. */
export interface UnauthorizedOptions extends ErrorOptions {
  /** The value of `detail` in the body. Default: `'Not authenticated'`. */
  readonly detail?: string | undefined;
  /** The value of `WWW-Authenticate`, such as `'Bearer realm="bank"'`. Default: no header. */
  readonly challenge?: string | undefined;
}

const KINDS: OptionKinds<Omit<UnauthorizedOptions, 'cause'>> = { detail: text, challenge: text };

const UnauthorizedBase: DefinedErrorClass<
  -32013,
  UnauthorizedData | undefined,
  UnauthorizedData | undefined
> = defineStandardError('Unauthorized', {
  code: ErrorCode.Unauthorized,
  message: 'Unauthorized',
  description: 'A credential is missing, wrong or expired.',
  data: v.optional(v.object({ scheme: v.optional(v.string()) })),
});

/**
 * -32013, Unauthorized: a credential is missing, wrong or expired. The credential sources throw it. Throw
 * it yourself after you have verified a credential:
 *
 * ```ts
 * throw new Unauthorized({ scheme: 'httpBearer' }, { challenge: 'Bearer error="invalid_token"' });
 * ```
 *
 * A request with a single call gets an HTTP response with the status 401 and the body `{ detail }`. In a
 * batch, the error is the response to its call, and the other calls aren't affected.
 */
export class Unauthorized extends UnauthorizedBase {
  /** The value of `detail` in the body of a 401 response. */
  readonly detail: string;
  /** The value of `WWW-Authenticate` in a 401 response. */
  readonly challenge: string | undefined;

  /**
   * Creates an error for a call without a valid credential.
   *
   * @throws TypeError if the data or an option is invalid
   */
  constructor(data?: UnauthorizedData, { cause, ...response }: UnauthorizedOptions = {}) {
    super(data, cause === undefined ? undefined : { cause });
    checkOptions('Unauthorized', response, KINDS);
    this.detail = response.detail ?? 'Not authenticated';
    this.challenge = response.challenge;
  }

  /** Read by {@link httpErrorOf}, also from another copy of this package. */
  // Stryker disable next-line StringLiteral: Stryker fails to change the name of an accessor.
  get '~httpError'(): HttpError {
    const { challenge } = this;
    const headers = challenge === undefined ? undefined : { 'www-authenticate': challenge };
    return new HttpError(401, this.detail, headers, { cause: this });
  }
}

/** The message that an error belongs to. */
interface FailedMessage {
  readonly isBatch: boolean;
  readonly carrier: Pick<Carrier, 'kind'>;
}

/**
 * Returns the error that ends the HTTP exchange: an `HttpError`, or that of an Unauthorized in a request
 * with a single call. Undefined for other errors, and on a connection, which no call ends. Never throws.
 */
export function httpErrorOf(
  error: unknown,
  { isBatch, carrier }: FailedMessage,
): HttpError | undefined {
  if (carrier.kind === 'connection') return undefined;
  if (isHttpError(error)) return error;
  if (isBatch || !isBaseError(error)) return undefined;
  try {
    const httpError = (error as { readonly '~httpError'?: unknown })['~httpError'];
    return isHttpError(httpError) ? httpError : undefined;
  } catch {
    // A subclass has a member that HTTP can't carry.
    return undefined;
  }
}
