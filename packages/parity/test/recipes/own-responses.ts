import type { Expected } from '../requests.js';
import { normalizedPaths } from '../servers/fetch.js';

/** Responses of a framework to requests that the api doesn't see, or sees changed. */
export type OwnResponses = Readonly<Record<string, Expected>>;

function all(names: readonly string[], response: Expected): OwnResponses {
  return Object.fromEntries(names.map((name) => [name, response]));
}

const malformedEscapes = ['a malformed escape', 'half an escape', 'an escape that is not UTF-8'];

/** Node keeps only the first of these headers, and both frameworks read its collected headers. */
const repeatedHeaders: OwnResponses = {
  'two headers of the media type': { status: 200 },
  'an authorization twice': { status: 200 },
  'headers named like members of every object': { status: 200 },
};

export const h3Responses: OwnResponses = {
  ...normalizedPaths,
  ...all(malformedEscapes, { status: 400 }),
  'a backslash': { status: 200 },
  'a Host that is not a host': { status: 400 },
  'a Host with a user': { status: 400 },
};

export const nextResponses: OwnResponses = {
  ...normalizedPaths,
  ...repeatedHeaders,
  ...all(malformedEscapes, { status: 500 }),
  ...all(['QUERY', 'PURGE', 'PROPFIND', 'LINK', 'SEARCH', 'REPORT', 'M-SEARCH'], { status: 400 }),
  ...all(['PURGE with a body', 'PURGE of a method'], { status: 400 }),
  TRACE: { status: 500 },
  // A response in chunks ends with the connection.
  'a request of HTTP/1.0': { status: 200 },
  ...all(['two trailing slashes', 'two slashes', 'a backslash'], { status: 308 }),
  ...all(['a whole URL', 'dots in a whole URL'], { status: 308 }),
  ...all(['a fragment', 'a fragment behind a method', 'a fragment behind a page'], { status: 200 }),
  'a Host that is not a host': { status: 400 },
  'a Host with a user': { status: 400 },
};

export const sveltekitResponses: OwnResponses = {
  ...normalizedPaths,
  ...repeatedHeaders,
  ...all(malformedEscapes, { status: 500 }),
  // Its protection against cross-site requests.
  ...all(['text/plain', 'a form', 'a form of several parts'], { status: 403 }),
  'a text/plain over the limit': { status: 403 },
  TRACE: { status: 400 },
  'a backslash': { status: 200 },
  ...all(['a whole URL', 'dots in a whole URL'], { status: 404 }),
  ...all(['an empty Host', 'a Host with a user', 'a Host with an odd port'], { status: 400 }),
  'a Host that is not a host': { status: 500 },
};
