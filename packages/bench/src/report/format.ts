import type { Figure } from '../measure/statistics.js';

/** Three figures that matter: `8.31`, `83.1`, `831`, `8,312`. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** The middle, and between which values half of the rounds lie: `0.91 [0.90-0.92]`. */
export function withSpread({ median, low, high }: Figure): string {
  return `${median.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
