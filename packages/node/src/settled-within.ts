/** Whether the promise is fulfilled before the time is over. */
export async function settledWithin(
  promise: Promise<void>,
  milliseconds: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isSettled = await Promise.race([promise.then(() => true), timeout]);
  clearTimeout(timer);
  return isSettled;
}
