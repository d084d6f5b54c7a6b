const texts = new WeakMap<object, string>();

/**
 * Parses a JSON text into a value whose encoding is this text: a response with the value as its
 * result is encoded without another look at it. The value is frozen, so that the two can't differ.
 *
 * For results that are large and the same for every call, as an API schema.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseEncodedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) texts.set(deepFreeze(value), text);
  return value;
}

/** The text that {@link parseEncodedJson} parsed this value from; undefined for any other value. */
export function encodedText(value: unknown): string | undefined {
  return isObject(value) ? texts.get(value) : undefined;
}

function deepFreeze(value: object): object {
  for (const member of Object.values(value)) {
    if (isObject(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
