// All but line breaks, tabs and the escape sequences of colors.
const CONTROL =
  // oxlint-disable-next-line no-control-regex -- finds control characters
  /(?!\u001b\[\d+m)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the text with an escape sequence such as `\u001b` for each control character. A document may
 * contain characters that clear a terminal, write to the clipboard or reverse the order of the text.
 */
export function printable(text: string): string {
  return text.replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
