import { NotSentError } from '../errors/transport-errors.js';

/** A call, or a notification, that somebody wants to have made. */
export interface CallRequest {
  /** Its name on the wire. */
  readonly method: string;
  /** As they were given. */
  readonly params: unknown;
  /** Whether nobody waits for an answer. */
  readonly isNotification: boolean;
}

/** A request object (JSON-RPC 2.0, section 4) as it goes out. */
export interface OutgoingCall {
  readonly method: string;
  /** Undefined of a notification. */
  readonly id: number | undefined;
  readonly json: string;
}

/**
 * What changes in the params afterwards is not sent.
 *
 * @throws NotSentError where JSON can't carry the params
 */
export function encodeCall({ method, params }: CallRequest, id: number | undefined): OutgoingCall {
  try {
    return { method, id, json: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
  } catch (cause) {
    throw new NotSentError(`The params of ${method} are nothing that JSON can carry`, { cause });
  }
}
