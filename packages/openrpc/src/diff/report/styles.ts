import type { Severity } from '../rules/rule.js';

/** Returns the text with the escape sequences of a color or of a weight. */
export type Style = (text: string) => string;

const escape =
  (code: number): Style =>
  (text) =>
    `\u001b[${code}m${text}\u001b[0m`;

export const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  wire: escape(31),
  unknown: escape(35),
  types: escape(33),
  compatible: escape(32),
};
export const bold: Style = escape(1);
export const dim: Style = escape(2);
export const plain: Style = (text) => text;
