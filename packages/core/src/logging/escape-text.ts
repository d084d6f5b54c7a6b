/**
 * Unicode's control and format characters, which can change the direction of text, and line separators.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** The same characters except the line feed, which separates the frames of a stack. */
const UNPRINTABLE_IN_STACK = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const MAX_CAUSES = 5;
const MAX_LENGTH = 10_000;

/**
 * Replaces line feeds and other unprintable characters with escape sequences such as `\\n`, so that a
 * text can't forge or hide lines of a log, or control a terminal. Truncates a longer text.
 */
export function escapeText(
  text: string,
  maxLength: number = MAX_LENGTH,
  unprintable: RegExp = UNPRINTABLE,
): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replaceAll(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\r') return String.raw`\r`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Returns a thrown value whose message, stack and causes are safe to print, because messages often
 * quote client-supplied text. Returns the same value if there is nothing to escape.
 */
export function escapeError(error: unknown): unknown {
  try {
    return escapeWithCauses(error, 0);
  } catch {
    return new TypeError("The logged value can't be inspected");
  }
}

function escapeWithCauses(error: unknown, depth: number): unknown {
  if (typeof error === 'string') return escapeText(error);
  if (!(error instanceof Error) || depth > MAX_CAUSES) return error;
  // A class can assign a message of any type.
  const { message: original }: { readonly message: unknown } = error;
  const text = String(original);
  const message = escapeText(text);
  const stack = error.stack === undefined ? undefined : escapeStack(error.stack, text);
  const cause = escapeWithCauses(error.cause, depth + 1);
  if (message === text && stack === error.stack && cause === error.cause) return error;
  return Object.create(Object.getPrototypeOf(error) as object, {
    ...Object.getOwnPropertyDescriptors(error),
    message: { value: message },
    stack: { value: stack },
    ...(error.cause === undefined ? {} : { cause: { value: cause } }),
  }) as unknown;
}

/**
 * Escapes the message at the beginning of a stack into one line, and keeps each frame on its own line.
 */
function escapeStack(stack: string, message: string): string {
  const quoted = message === '' ? -1 : stack.indexOf(message);
  const frames = stack.indexOf('\n    at ');
  const headLength = quoted === -1 ? Math.max(frames, 0) : quoted + message.length;
  const head = escapeText(stack.slice(0, headLength));
  return `${head}${escapeText(stack.slice(headLength), MAX_LENGTH, UNPRINTABLE_IN_STACK)}`;
}
