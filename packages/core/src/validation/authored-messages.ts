/** A part of a schema that may have a message that the author of the schema wrote. */
export interface SchemaPart {
  /** A text, or a function that creates one from an issue. */
  readonly message: unknown;
  /** The nested parts, or lists and records of them. */
  readonly children: readonly unknown[];
}

type MessageFunction = (issue: never) => unknown;

/** Stops the search in a schema that creates new parts whenever they are accessed. */
const MAX_PARTS = 10_000;

/**
 * The messages that the author of a schema wrote. All other messages may contain the rejected value:
 * those from a language pack, from a global setting, or from a check that adds issues itself.
 */
export class AuthoredMessages {
  readonly #texts = new Set<string>();
  readonly #functions = new Set<MessageFunction>();

  /** @param toPart returns undefined for values that aren't part of a schema */
  constructor(schema: unknown, toPart: (value: object) => SchemaPart | undefined) {
    const seen = new Set<unknown>();
    const queue: unknown[] = [schema];
    while (queue.length > 0 && seen.size < MAX_PARTS) {
      const value = queue.pop();
      if (!isObject(value) || seen.has(value)) continue;
      seen.add(value);
      const part = toPart(value);
      if (part !== undefined) this.#add(part.message);
      for (const child of part?.children ?? listMembers(value)) queue.push(child);
    }
  }

  /**
   * Whether the message is a text of the schema, or is returned by a function of the schema that
   * ignores the value.
   *
   * @param issue the issue without the members that depend on the value
   */
  include(message: unknown, issue: object): message is string {
    if (typeof message !== 'string') return false;
    return (
      this.#texts.has(message) ||
      [...this.#functions].some((create) => isFromFunction(create, message, issue))
    );
  }

  #add(message: unknown): void {
    if (typeof message === 'string') this.#texts.add(message);
    if (typeof message === 'function') this.#functions.add(message as MessageFunction);
  }
}

/** Whether the function returns this message for an issue without the value. */
export function isFromFunction(create: unknown, message: string, issue: object): boolean {
  if (typeof create !== 'function') return false;
  try {
    const created = (create as MessageFunction)(issue as never);
    // A function of zod may return a text, or an object with one.
    const text = isObject(created) && 'message' in created ? created.message : created;
    return text === message;
  } catch {
    return false;
  }
}

/** Returns the items of a list or record. Other objects belong to the application. */
function listMembers(value: object): readonly unknown[] {
  const isRecord = Object.getPrototypeOf(value) === Object.prototype;
  return isRecord || Array.isArray(value) ? Object.values(value) : [];
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
