/** A part of a JSON text, with the class of its color. */
export type JsonToken = readonly [kind: 'name' | 'string' | 'number' | 'word' | '', text: string];

/** Longer texts are displayed without colors. */
const MAX_LENGTH = 60_000;

const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** Splits a formatted JSON text for display. */
export function jsonTokens(text: string): readonly JsonToken[] {
  if (text.length > MAX_LENGTH) return [['', text]];
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    if (match.index > end) tokens.push(['', text.slice(end, match.index)]);
    if (string === undefined)
      tokens.push([/[a-z]/.test(whole[0] ?? '') ? 'word' : 'number', whole]);
    else tokens.push([colon === undefined ? 'string' : 'name', string], ['', colon ?? '']);
    end = match.index + whole.length;
  }
  tokens.push(['', text.slice(end)]);
  return tokens.filter(([, part]) => part !== '');
}
