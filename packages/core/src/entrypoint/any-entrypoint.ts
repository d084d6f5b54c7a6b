import type { Entrypoint } from './entrypoint.js';

/** An entrypoint of any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | 'find' | 'sharedPlan'
>;
