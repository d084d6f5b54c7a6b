import { parseJson } from '../document/json.js';
import { createStore, type Store } from './store.js';

/** A part of `Storage` that tests can replace. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Creates a store that survives a reload of the tab. Without storage, such as in a private window of some
 * browsers, the store lasts as long as the page.
 */
export function createTabStore<T>(
  storage: TabStorage | undefined,
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): Store<T> {
  const saved = parseJson(read(storage, key) ?? '');
  const store = createStore(isValid(saved) ? saved : initial);
  return {
    ...store,
    set: (value) => {
      store.set(value);
      write(storage, key, JSON.stringify(value));
    },
  };
}

function read(storage: TabStorage | undefined, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(storage: TabStorage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // Full. The value is still in memory.
  }
}

/** Returns the storage of the tab; undefined if the browser denies it. */
export function tabStorage(): TabStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
