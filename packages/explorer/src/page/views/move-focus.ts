/** Moves the focus between a search field and the links below it. Returns whether the key does so. */
export function moveFocus(event: KeyboardEvent, search: HTMLElement, list: HTMLElement): boolean {
  const stops = [search, ...list.querySelectorAll<HTMLElement>('a')];
  const index = stops.indexOf(event.target as HTMLElement);
  const target = stops[targetIndex(event.key, index, stops.length)];
  if (index === -1 || target === undefined) return false;
  // Home and End move the caret in a text.
  if (index === 0 && (event.key === 'Home' || event.key === 'End')) return false;
  target.focus();
  return true;
}

function targetIndex(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 1;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
