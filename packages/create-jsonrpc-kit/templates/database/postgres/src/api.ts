import { Api } from '@jsonrpc-kit/core';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { database, openDatabase } from './database.js';
import { v1 } from './methods.js';

/** Creates the api with its entrypoint and database, and with the API reference page at /docs. */
export function createApi(): Api {
  const api = new Api({ title: 'Greetings', version: '1.0.0' }).bindEntrypoint(v1);
  api.provide(database, { open: openDatabase, close: (db) => db.destroy() });
  serveSchemas(api);
  return api;
}
