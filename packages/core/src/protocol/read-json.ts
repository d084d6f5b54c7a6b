const BYTE_ORDER_MARK = 0xfeff;

/** Reads a body's text. One byte order mark before the JSON is accepted; a second one is not. */
export function readJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const json = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
    return { ok: true, value: JSON.parse(json) as unknown };
  } catch {
    return { ok: false };
  }
}
