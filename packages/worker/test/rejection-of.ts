/** Returns the error that a promise rejects with. */
export async function rejectionOf(
  promise: Promise<unknown>,
): Promise<Error & { readonly cause?: unknown }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('The promise was fulfilled');
}
