/** A name or a number that is none, or what `parseArgs` of Node refuses. */
export function isMisuse(error: unknown): error is Error {
  const { code = '' } = error as { code?: string };
  return error instanceof RangeError || code.startsWith('ERR_PARSE_ARGS');
}
