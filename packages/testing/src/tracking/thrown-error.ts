import type { ErrorReport } from '@jsonrpc-kit/core';
import { messageError } from '../messages/message-error.js';

/** What the application threw, for the test to fail with: its own stack says most. */
export function thrownError({ error, message, context }: ErrorReport): unknown {
  if (typeof error === 'object' && error !== null && 'stack' in error) return error;
  const name = context?.methodRoute?.name;
  const where = name === undefined ? '' : ` in the method ${name}`;
  return messageError(
    `${message}${where}: what was thrown is no Error and has no stack: ${show(error)}`,
  );
}

function show(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null)
    return typeof thrown === 'string' ? JSON.stringify(thrown) : String(thrown);
  try {
    return JSON.stringify(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
