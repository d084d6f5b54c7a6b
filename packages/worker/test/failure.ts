/** What a promise rejects with. */
export async function failure(
  promise: Promise<unknown>,
): Promise<Error & { readonly cause?: unknown }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was fulfilled');
}
