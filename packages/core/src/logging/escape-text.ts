// Unicode's control and format characters (which change the direction of text), and line separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** The same without the line feeds that separate the frames of a stack. */
const UNPRINTABLE_IN_STACK = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const MAX_CAUSES = 5;

/** How {@link escapeText} treats a text. */
export interface EscapeOptions {
  /** Characters; a longer text is cut. Default: 10,000. */
  readonly maxLength?: number | undefined;
  /** What is escaped; a global expression. Default: every unprintable character. */
  readonly unprintable?: RegExp | undefined;
}

/**
 * Escapes text so that it can't forge or hide lines of a log, or command a terminal: line feeds and
 * escape sequences are written out.
 */
export function escapeText(text: string, options: EscapeOptions = {}): string {
  const { maxLength = 10_000, unprintable = UNPRINTABLE } = options;
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replaceAll(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\r') return String.raw`\r`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A thrown value whose message, stack and causes are safe to print, since messages often quote what a
 * client sent. Returns the value itself where nothing has to be escaped.
 */
export function escapeError(error: unknown): unknown {
  try {
    return escapeWithCauses(error, 0);
  } catch {
    return new TypeError('The logged value can not be inspected');
  }
}

function escapeWithCauses(error: unknown, depth: number): unknown {
  if (typeof error === 'string') return escapeText(error);
  if (!(error instanceof Error) || depth > MAX_CAUSES) return error;
  const text = textOf(error.message);
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

/** Escapes the message at the head of a stack as one line, and keeps the lines of its frames. */
function escapeStack(stack: string, message: string): string {
  const quoted = message === '' ? -1 : stack.indexOf(message);
  const frames = stack.indexOf('\n    at ');
  const headLength = quoted === -1 ? Math.max(frames, 0) : quoted + message.length;
  const head = escapeText(stack.slice(0, headLength));
  return `${head}${escapeText(stack.slice(headLength), { unprintable: UNPRINTABLE_IN_STACK })}`;
}

/** @param message of any type, as a class may have put there */
function textOf(message: unknown): string {
  return String(message);
}
