/** The members of a schema or check of valibot, or of the definition of one of zod. */
type Definition = Readonly<Record<string, unknown>>;

/** Stops the search in a schema that creates new parts whenever they are accessed. */
const MAX_PARTS = 10_000;

/** The members with nested parts. Other members, such as a default, belong to the application. */
const MEMBERS =
  'entries item items rest options key value wrapped pipe shape catchall element keyType valueType innerType in out left right checks'.split(
    ' ',
  );

/** Finds the messages that the author wrote in a schema of valibot or zod: texts and functions. */
export function findAuthoredMessages(schema: unknown): ReadonlySet<unknown> {
  const messages = new Set<unknown>();
  const parts = new Set([schema]);
  const add = (value: unknown): void => {
    if (parts.size < MAX_PARTS && definitionOf(value) !== undefined) parts.add(value);
  };
  // Also visits the parts that are added meanwhile.
  for (const part of parts) {
    const definition = definitionOf(part) ?? {};
    messages.add(definition['kind'] === undefined ? definition['error'] : definition['message']);
    for (const member of MEMBERS.map((name) => definition[name])) {
      add(member);
      for (const value of Object.values(member ?? {})) add(value);
    }
    if (definition['type'] === 'lazy') add(callSafely(definition['getter'], undefined));
  }
  return messages;
}

function definitionOf(value: unknown): Definition | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const part = value as Definition & { readonly _zod?: { readonly def?: Definition } };
  return typeof part['kind'] === 'string' ? part : part._zod?.def;
}

/** Whether a message is this text, or is returned by this function without the rejected value. */
export function isAuthored(message: string, source: unknown, issueWithoutValue: object): boolean {
  if (typeof source !== 'function') return source === message;
  const created = callSafely(source, issueWithoutValue);
  // A function of zod may return a text, or an object with one.
  return created === message || (created as { message?: unknown } | undefined)?.message === message;
}

function callSafely(create: unknown, argument: unknown): unknown {
  try {
    return (create as (argument: unknown) => unknown)(argument);
  } catch {
    return undefined;
  }
}
