import type { Expected } from '../requests.js';
import { normalizedPaths } from '../servers/fetch.js';

/** Responses to requests that a framework rejects, or changes before the api receives them. */
export type OwnResponses = Readonly<Record<string, Expected>>;

function sameResponseTo(names: readonly string[], response: Expected): OwnResponses {
  return Object.fromEntries(names.map((name) => [name, response]));
}

const malformedEscapes = ['a malformed escape', 'half an escape', 'an escape that is not UTF-8'];

/** Both frameworks read `request.headers` of Node, which keeps only the first of these headers. */
const repeatedHeaders: OwnResponses = {
  'two Content-Type headers': { status: 200 },
  'a repeated Authorization header': { status: 200 },
  'headers with the names of properties of Object.prototype': { status: 200 },
};

export const h3Responses: OwnResponses = {
  ...normalizedPaths,
  ...sameResponseTo(malformedEscapes, { status: 400 }),
  'a backslash': { status: 200 },
  'a malformed Host': { status: 400 },
  'a Host with a user': { status: 400 },
};

export const nextResponses: OwnResponses = {
  ...normalizedPaths,
  ...repeatedHeaders,
  ...sameResponseTo(malformedEscapes, { status: 500 }),
  ...sameResponseTo(['QUERY', 'PURGE', 'PROPFIND', 'LINK', 'SEARCH', 'REPORT', 'M-SEARCH'], {
    status: 400,
  }),
  ...sameResponseTo(['PURGE with a body', 'PURGE on the route of a method'], { status: 400 }),
  TRACE: { status: 500 },
  // The connection closes after a response without a `content-length`.
  'an HTTP/1.0 request': { status: 200 },
  ...sameResponseTo(['two trailing slashes', 'two slashes', 'a backslash'], { status: 308 }),
  ...sameResponseTo(['an absolute URL', 'dot segments in an absolute URL'], { status: 308 }),
  ...sameResponseTo(['a fragment', 'a fragment after a method', 'a fragment after a page'], {
    status: 200,
  }),
  'a malformed Host': { status: 400 },
  'a Host with a user': { status: 400 },
};

export const sveltekitResponses: OwnResponses = {
  ...normalizedPaths,
  ...repeatedHeaders,
  ...sameResponseTo(malformedEscapes, { status: 500 }),
  // SvelteKit rejects these media types to prevent cross-site request forgery.
  ...sameResponseTo(['text/plain', 'a form', 'a multipart form'], { status: 403 }),
  'a text/plain body over the limit': { status: 403 },
  TRACE: { status: 400 },
  'a backslash': { status: 200 },
  ...sameResponseTo(['an absolute URL', 'dot segments in an absolute URL'], { status: 404 }),
  ...sameResponseTo(['an empty Host', 'a Host with a user', 'a Host with an invalid port'], {
    status: 400,
  }),
  'a malformed Host': { status: 500 },
};
