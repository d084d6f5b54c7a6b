/**
 * The methods that a server needs to be audited in full, in words: those of the examples of the
 * specification, and three more. The cases of a method that a server lacks are skipped.
 */
export const targetMethods = {
  subtract:
    'takes the numbers minuend and subtrahend, by name or by position in this order, and returns their difference; anything else is invalid params',
  sum: 'takes numbers by position and returns their sum',
  get_data: 'takes no parameters and returns ["hello", 5]',
  update: 'takes numbers by position and returns nothing',
  notify_hello: 'takes a number by position and returns nothing',
  notify_sum: 'takes numbers by position and returns nothing',
  echo: 'takes any parameters and returns them as they came, an array or an object',
  throws:
    'takes the string secret by name, and throws an ordinary exception with that as its message',
  wait: 'takes the number milliseconds by name, waits that long and returns the number',
} as const;

/** The name of a method that the audit calls. */
export type TargetMethod = keyof typeof targetMethods;

/** What the server calls them; where one is missing, the server has no such method. */
export type MethodNames = Readonly<Record<TargetMethod, string>>;

export const targetMethodNames: readonly TargetMethod[] = Object.keys(
  targetMethods,
) as TargetMethod[];

export function isTargetMethod(text: string): text is TargetMethod {
  return Object.hasOwn(targetMethods, text);
}
