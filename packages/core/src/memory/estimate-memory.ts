import type { TextBody, ValueBody } from '../http/http-request.js';

/**
 * Estimates how much memory a message takes, without parsing it: its text, which still exists while the
 * value is created, and the value.
 */
export function estimateMemory(body: TextBody | ValueBody): number {
  const { byteLength } = body;
  const text = body.kind === 'text' ? body.text : stringify(body.value);
  if (text === undefined) return (byteLength ?? DEEP_VALUE_BYTES) * DEEP_VALUE_FACTOR;
  return (byteLength ?? text.length) + estimateValue(text);
}

/** The memory of deeply nested arrays per byte. */
const DEEP_VALUE_FACTOR = 28;
/** The size of a deeply nested value whose size isn't known. */
const DEEP_VALUE_BYTES = 1024 * 1024;

/** Returns undefined if the value is nested too deeply for `JSON.stringify()`. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** What JSON allows between a key and its colon. */
const WHITESPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** What a string takes in addition to its characters. */
const STRING_BYTES = 16;
/**
 * What a key such as `"30"` takes in addition. V8 keeps up to 36 empty elements for an object with one
 * integer as its key.
 */
const INTEGER_KEY_BYTES = 160;

/**
 * The memory that V8 needs for each character outside a string, measured with lists and nestings of
 * many shapes.
 */
const STRUCTURE_BYTES = new Uint8Array(128);
for (const [character, bytes] of [
  ['[', 56],
  ['{', 56],
  [',', 16],
  [':', 16],
] as const) {
  STRUCTURE_BYTES[character.charCodeAt(0)] = bytes;
}

/** Estimates the memory of the value that `JSON.parse()` creates from a text, valid or not. */
function estimateValue(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit !== QUOTE) {
      bytes += STRUCTURE_BYTES[unit] ?? 0;
      continue;
    }
    const start = index + 1;
    index = endOfString(text, start);
    bytes += STRING_BYTES + index - start;
    if (mayBeginInteger(text.charCodeAt(start)) && isKey(text, index)) bytes += INTEGER_KEY_BYTES;
  }
  return bytes;
}

/** Returns the index of the closing quote, or the length of the text if the string doesn't end. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Whether a string that begins with this character may be an integer. `"\u0033"` is one, too. */
function mayBeginInteger(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === BACKSLASH;
}

/** Whether a colon follows the string, whose closing quote has this index. */
function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (WHITESPACE.has(text.charCodeAt(index))) index += 1;
  return text.charCodeAt(index) === COLON;
}
