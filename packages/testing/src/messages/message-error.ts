/**
 * An error that is all message. The frames of its stack would be this package's own, which say
 * nothing to whoever wrote the test.
 */
export function messageError(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
