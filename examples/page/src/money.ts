const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });

/** Formats cents: 2500 is `25.00`. */
export function money(cents: number): string {
  return format.format(cents / 100);
}
