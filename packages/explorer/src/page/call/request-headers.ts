import type { HttpInput } from '../document/api-model.js';

/** What the user has entered, by the key of the input. */
export type EnteredValues = Readonly<Record<string, string>>;

/** The value of an input: what was entered, or else the first example of a required or credential one. */
export function inputValue(input: HttpInput, entered: EnteredValues): string {
  if (Object.hasOwn(entered, input.key)) return entered[input.key] ?? '';
  return input.required || input.isCredential ? (input.examples[0] ?? '') : '';
}

/** Returns the headers of a request. A browser doesn't let a page set cookies. */
export function requestHeaders(
  inputs: readonly HttpInput[],
  entered: EnteredValues,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const input of inputs) {
    const value = inputValue(input, entered);
    if (value === '' || input.kind === 'cookie') continue;
    if (input.kind === 'header') headers[input.name.toLowerCase()] = value;
    else if (input.kind === 'bearer') headers['authorization'] = `Bearer ${value}`;
    else headers['authorization'] = `Basic ${encodeBasic(value)}`;
  }
  return headers;
}

/** Encodes `user:password` as UTF-8 (RFC 7617). */
function encodeBasic(value: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(value)));
}

/** Returns the inputs of several methods once. One is required if any method requires it. */
export function combineInputs(lists: readonly (readonly HttpInput[])[]): readonly HttpInput[] {
  const inputs = new Map<string, HttpInput>();
  for (const input of lists.flat()) {
    const known = inputs.get(input.key);
    inputs.set(input.key, {
      ...(known ?? input),
      required: input.required || (known?.required ?? false),
    });
  }
  return [...inputs.values()];
}
