/** What a schema is for: the text for messages, the names for what it has to be split into. */
export interface Place {
  /** `method withdraw, parameter "amount"`. */
  readonly where: string;
  /** Names of the component that the schema belongs to, from short to full. */
  readonly owner: readonly string[];
}

/** What to write in the place of any schema that has no JSON Schema. */
export const DOCUMENT_AS =
  'say what stands on the wire with documentAs(schema, { type: "string" }) from @jsonrpc-kit/schema';

/**
 * A schema that can't be put into a document.
 *
 * @param path where in the schema it stands, as `.items[].price`
 * @param what `bigint: JSON has no big integers`
 * @param instead what to write
 */
export function undocumentable(
  { where }: Place,
  path: string,
  what: string,
  instead: string,
  cause?: unknown,
): TypeError {
  const at = path === '' ? '' : ` at ${path}`;
  return new TypeError(
    `${where}: the schema${at} can't be documented: ${what}; ${instead}`,
    // Node would print an undefined one.
    cause === undefined ? undefined : { cause },
  );
}
