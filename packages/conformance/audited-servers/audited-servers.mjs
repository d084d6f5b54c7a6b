import { readFileSync } from 'node:fs';

/**
 * A server with the methods that the audit calls, written as the documentation of its library shows.
 *
 * @typedef {object} AuditedServer
 * @property {string} id names it in results.json, and on the page unless it has a `name`
 * @property {string} [name]
 * @property {string} [variant] tells servers with the same library apart
 * @property {string} language
 * @property {string} setup describes on the page how the library is used
 * @property {string} [npm] the package that has the library
 * @property {string} [debian] the same, for one of Debian
 * @property {string} [install] the command that installs what `npm run setup` doesn't
 * @property {string} [build]
 * @property {string} start the command that serves on port 8000 of the loopback interface
 * @property {string} [path] the path of its URL, if that isn't `/`
 * @property {Readonly<Record<string, string>>} [methods] its names of methods that the audit calls
 * @property {readonly string[]} [without] methods that the audit calls and that it can't have
 */

/**
 * What the audit found. Cases that a server passes are left out.
 *
 * @typedef {object} Results
 * @property {number} revision of the cases
 * @property {string} system that the servers ran on, with the version of Node
 * @property {readonly ServerResults[]} servers
 */

/**
 * @typedef {object} ServerResults
 * @property {string} id
 * @property {string} version of its library
 * @property {string} date of the audit, such as `2027-01-31`
 * @property {readonly OtherResult[]} results
 */

/**
 * @typedef {object} OtherResult
 * @property {string} id of the case
 * @property {'fail' | 'warn' | 'skipped'} status
 * @property {string} [reason] why it was skipped
 * @property {string} [sent]
 * @property {string} [received]
 * @property {string} [problem]
 */

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** @type {readonly AuditedServer[]} */
export const auditedServers = read('servers.json');

export const resultsFile = new URL('results.json', import.meta.url);

/** @returns {Results} */
export const readResults = () => read('results.json');

/** The profile without the rules that only jsonrpc-kit has. */
export const auditedProfile = 'json-rpc-over-http';

/** @param {AuditedServer} server */
export const urlOf = ({ path = '/' }) => `http://127.0.0.1:8000${path}`;
