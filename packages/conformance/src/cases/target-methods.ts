/**
 * The methods that a server needs for a full audit: those of the specification's examples and three
 * more. Cases that need a missing method are skipped.
 */
export const targetMethods = {
  subtract:
    'takes the numbers minuend and subtrahend, by name or by position in this order, and returns their difference; other params are invalid',
  sum: 'takes numbers by position and returns their sum',
  get_data: 'takes no parameters and returns ["hello", 5]',
  update: 'takes numbers by position and returns nothing',
  notify_hello: 'takes a number by position and returns nothing',
  notify_sum: 'takes numbers by position and returns nothing',
  echo: 'takes any params and returns them unchanged',
  throws: 'takes the string secret by name and throws an ordinary exception with it as the message',
  wait: 'takes the number milliseconds by name, waits that long and returns the number',
} as const;

/** The name of a method that the audit calls. */
export type TargetMethod = keyof typeof targetMethods;

/** The server's names for the methods; null for a method that the server lacks. */
export type MethodNames = Readonly<Record<TargetMethod, string | null>>;

export const targetMethodNames: readonly TargetMethod[] = Object.keys(
  targetMethods,
) as TargetMethod[];

export function isTargetMethod(name: string): name is TargetMethod {
  return Object.hasOwn(targetMethods, name);
}
