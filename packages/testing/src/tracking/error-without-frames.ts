/** Creates an error whose stack omits the frames of this package, which don't help a test's author. */
export function errorWithoutFrames(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
