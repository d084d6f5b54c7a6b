import type { VNode } from 'preact';

const PATHS = {
  search: 'M11 11l3.5 3.5M12.500 7a5.500 5.500 0 1 1-11 0 5.500 5.500 0 0 1 11 0Z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
  chevron: 'M6 4l4 4-4 4',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  check: 'M3 8.500l3.500 3.500L13 4.500',
  link: 'M6.500 9.500l3-3M7 4.500l1.500-1.500a3 3 0 0 1 4.500 4.500L11.500 9M9 11.500L7.500 13A3 3 0 0 1 3 8.500L4.500 7',
  plus: 'M8 3v10M3 8h10',
  play: 'M5 3.500v9l7.500-4.500z',
  trash: 'M3 4.500h10M6.500 4V2.500h3V4M4.500 4.500l.5 9h6l.5-9',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  refresh: 'M13 8a5 5 0 1 1-1.500-3.500M13 2.500v3h-3',
} as const;

/** A decorative icon. The control around it has the text. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
