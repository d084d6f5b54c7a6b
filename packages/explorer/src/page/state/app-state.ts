import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isObject } from '@jsonrpc-kit/openrpc';
import type { EnteredValues } from '../call/request-headers.js';
import { type ChosenServers, serverOf } from '../call/server-url.js';
import type { ApiModel, MethodModel } from '../document/api-model.js';
import { ValueChecker } from '../schema/value-checker.js';
import { type BatchItem, isBatch } from './batch-item.js';
import { type HistoryEntry, isHistory } from './history.js';
import { parseRoute, type Route } from './route.js';
import { createStore, type Store, useStore } from './store.js';
import { createTabStore, tabStorage } from './tab-storage.js';

/** The state that all views share. */
export interface AppState {
  readonly api: ApiModel;
  readonly methods: ReadonlyMap<string, MethodModel>;
  /** The other origins that the page may call. */
  readonly origins: readonly string[];
  readonly route: Store<Route>;
  /** The headers and credentials that the user has entered, by the server that gets them. */
  readonly values: Store<Readonly<Record<string, EnteredValues>>>;
  readonly history: Store<readonly HistoryEntry[]>;
  readonly batch: Store<readonly BatchItem[]>;
  readonly servers: Store<ChosenServers>;
  readonly checker: ValueChecker;
}

/** Creates the state for a document. Values of another document on this origin are not read. */
export function createAppState(
  api: ApiModel,
  documentUrl: string,
  origins: readonly string[],
): AppState {
  const storage = tabStorage();
  const key = (name: string): string => `jsonrpc-explorer ${name} ${documentUrl}`;
  return {
    api,
    methods: new Map(api.methods.map((method) => [method.id, method])),
    origins,
    route: createRouteStore(),
    values: createTabStore(storage, key('values'), {}, isTextsByServer),
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

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

function isTextsByServer(value: unknown): value is Readonly<Record<string, EnteredValues>> {
  return isObject(value) && Object.values(value).every(isTexts);
}

export const AppContext = createContext<AppState | undefined>(undefined);

/** Returns the state of the page. */
export function useApp(): AppState {
  const state = useContext(AppContext);
  if (state === undefined) throw new Error('The component is outside of the app.');
  return state;
}

/** The headers and credentials for one server. */
interface ServerValues {
  readonly entered: EnteredValues;
  readonly enter: (key: string, text: string) => void;
}

/** Returns the values that the user has entered for the server of a URL. No other server gets them. */
export function useServerValues(url: string): ServerValues {
  const { values } = useApp();
  const server = serverOf(url, location.origin);
  const entered = useStore(values)[server] ?? {};
  return {
    entered,
    enter: (key, text) => {
      const all = values.get();
      values.set({ ...all, [server]: { ...all[server], [key]: text } });
    },
  };
}
