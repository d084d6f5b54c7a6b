/**
 * A text as a key of a document's components, which may hold letters, digits, `.`, `_` and `-` only.
 * Other characters become their code in hexadecimal digits, as `_x2F_`; different texts become
 * different keys.
 */
export function componentKey(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-F])/g, escaped).replaceAll(/[^\w.-]/g, escaped);
}

/** By units of UTF-16: a text may hold half of a pair. */
function escaped(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`;
}
