import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EnteredValues } from '../call/request-headers.js';
import type { ApiModel, MethodModel } from '../document/api-model.js';
import { isObject } from '../document/json.js';
import { ValueChecker } from '../schema/value-checker.js';
import { type HistoryEntry, isHistory } from './history.js';
import { parseRoute, type Route } from './route.js';
import { createStore, type Store } from './store.js';
import { createTabStore, tabStorage } from './tab-storage.js';

/** A call that waits in the batch builder. */
export interface BatchItem {
  readonly key: string;
  readonly methodId: string;
  readonly params: string;
  readonly isNotification: boolean;
}

/** What all views share. */
export interface AppState {
  readonly api: ApiModel;
  readonly methods: ReadonlyMap<string, MethodModel>;
  /** Origins that the page may call, or undefined for all. */
  readonly origins: readonly string[] | undefined;
  readonly route: Store<Route>;
  /** The headers and credentials that the user has entered. */
  readonly values: Store<EnteredValues>;
  readonly history: Store<readonly HistoryEntry[]>;
  readonly batch: Store<readonly BatchItem[]>;
  /** The URL that the user has chosen for an entrypoint. */
  readonly servers: Store<EnteredValues>;
  readonly checker: ValueChecker;
}

/** Creates the state for a document. Values of another document on this origin are not read. */
export function createAppState(
  api: ApiModel,
  documentUrl: string,
  origins: readonly string[] | undefined,
): AppState {
  const storage = tabStorage();
  const key = (name: string): string => `jsonrpc-explorer ${name} ${documentUrl}`;
  return {
    api,
    methods: new Map(api.methods.map((method) => [method.id, method])),
    origins,
    route: createRouteStore(),
    values: createTabStore(storage, key('values'), {}, isTexts),
    history: createTabStore(storage, key('history'), [], isHistory),
    batch: createTabStore(storage, key('batch'), [], isBatch),
    servers: createTabStore(storage, key('servers'), {}, isTexts),
    checker: new ValueChecker(
      () =>
        new Worker(new URL('../schema/check-value.worker.ts', import.meta.url), { type: 'module' }),
    ),
  };
}

function createRouteStore(): Store<Route> {
  const store = createStore(parseRoute(location.hash));
  addEventListener('hashchange', () => store.set(parseRoute(location.hash)));
  return store;
}

function isTexts(value: unknown): value is EnteredValues {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

function isBatch(value: unknown): value is readonly BatchItem[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isObject(one) &&
        typeof one['key'] === 'string' &&
        typeof one['methodId'] === 'string' &&
        typeof one['params'] === 'string',
    )
  );
}

export const AppContext = createContext<AppState | undefined>(undefined);

/** Returns the state of the page. */
export function useApp(): AppState {
  const state = useContext(AppContext);
  if (state === undefined) throw new Error('The component is outside of the app.');
  return state;
}

/** Returns a text that identifies a call. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
