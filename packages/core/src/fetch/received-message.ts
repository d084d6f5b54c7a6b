import type { ConnectionInput } from '../connection/socket.js';

const encoder = new TextEncoder();

/** The code of a message that is too big (RFC 6455, section 7.4.1). */
const TOO_BIG = 1009;

/**
 * Passes a message of a runtime to the connection. Closes it instead if the message is too big, because the
 * runtime may have another limit.
 */
export function receive(
  input: ConnectionInput,
  message: unknown,
  { maxBytes, close }: { maxBytes: number; close: (code: number, reason: string) => void },
): void {
  const text = typeof message === 'string' ? message : undefined;
  const { byteLength } =
    text === undefined ? (message as Partial<ArrayBuffer>) : encoder.encode(text);
  if ((byteLength ?? 0) > maxBytes) close(TOO_BIG, 'The message is too big');
  else input.message(text, byteLength ?? 0);
}
