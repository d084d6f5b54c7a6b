/** A part of a schema that may have a message of the schema's author. */
export interface SchemaPart {
  /** A text, or a function that makes one of an issue. */
  readonly message: unknown;
  /** Further parts, or lists and records of them. */
  readonly children: readonly unknown[];
}

type MessageFunction = (issue: never) => unknown;

/** A schema that makes its parts anew at every look has no end. */
const MAX_PARTS = 10_000;

/**
 * The messages that the author of a schema wrote. A message may hold the rejected value where it
 * comes from anywhere else: a language pack, a global setting, a check that adds issues itself.
 */
export class AuthoredMessages {
  readonly #texts = new Set<string>();
  readonly #functions = new Set<MessageFunction>();

  /** @param lookAt Returns undefined for whatever is no part of a schema. */
  constructor(schema: unknown, lookAt: (value: object) => SchemaPart | undefined) {
    const seen = new Set<unknown>();
    const waiting: unknown[] = [schema];
    while (waiting.length > 0 && seen.size < MAX_PARTS) {
      const value = waiting.pop();
      if (!isObject(value) || seen.has(value)) continue;
      seen.add(value);
      const part = lookAt(value);
      if (part !== undefined) this.#add(part.message);
      for (const child of part?.children ?? membersOf(value)) waiting.push(child);
    }
  }

  /**
   * Whether the schema itself has this text, or a function that makes it without knowing the value.
   *
   * @param issue the issue without anything that comes from the value
   */
  include(message: unknown, issue: object): message is string {
    if (typeof message !== 'string') return false;
    return (
      this.#texts.has(message) ||
      [...this.#functions].some((make) => isMadeBy(make, message, issue))
    );
  }

  #add(message: unknown): void {
    if (typeof message === 'string') this.#texts.add(message);
    if (typeof message === 'function') this.#functions.add(message as MessageFunction);
  }
}

/** Whether a function makes this message of an issue without the value. */
export function isMadeBy(make: unknown, message: string, issue: object): boolean {
  if (typeof make !== 'function') return false;
  try {
    const made = (make as MessageFunction)(issue as never);
    // zod's may return a text or an object with one.
    return (isObject(made) && 'message' in made ? made.message : made) === message;
  } catch {
    return false;
  }
}

/** The items of a list or record of parts; other objects belong to the application. */
function membersOf(value: object): readonly unknown[] {
  const isRecord = Object.getPrototypeOf(value) === Object.prototype;
  return isRecord || Array.isArray(value) ? Object.values(value) : [];
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
