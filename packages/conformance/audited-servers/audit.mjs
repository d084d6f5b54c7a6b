// `npm run audit -- [ids]`: starts the servers of servers.json one after another, audits them, and writes
// results.json. `npx vitest run --root packages/conformance conformance-page -u` then writes the page.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { latestRevision, runAudit } from '@jsonrpc-kit/conformance';
import {
  auditedProfile,
  auditedServers,
  readResults,
  resultsFile,
  urlOf,
} from './audited-servers.mjs';

/** @import { AuditedServer, OtherResult, ServerResults } from './audited-servers.mjs' */

/** The commands of servers.json run here, as on the page. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

const ids = process.argv.slice(2);
const unknown = ids.filter((id) => !auditedServers.some((server) => server.id === id));
if (unknown.length > 0) throw new Error(`servers.json has no server ${unknown.join(', ')}`);
if (await isListening())
  throw new Error('Port 8000 is in use. End the program that listens there.');

const previous = existsSync(resultsFile) ? readResults().servers : [];
/** @type {ServerResults[]} */
const servers = [];
for (const server of auditedServers) {
  const { id } = server;
  if (ids.length === 0 || ids.includes(id)) servers.push(await audit(server));
  else servers.push(...previous.filter((one) => one.id === id));
}
const results = { revision: latestRevision, system: systemName(), servers };
writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);

/**
 * @param {AuditedServer} server
 * @returns {Promise<ServerResults>}
 */
async function audit(server) {
  const { id, build, start, methods = {}, without = [] } = server;
  const version = versionOf(server);
  if (build !== undefined) execFileSync('sh', ['-c', build], { cwd: root, stdio: 'inherit' });
  // A process group of its own, as some servers fork.
  const child = spawn('sh', ['-c', `exec ${start}`], {
    cwd: root,
    detached: true,
    // Otherwise Express responds with its stack, which names the folders of this machine.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const exit = once(child, 'exit');
  try {
    await Promise.race([
      untilListening(),
      exit.then(([code]) =>
        Promise.reject(new Error(`${id} ended with code ${code}: ${start}\n${output}`)),
      ),
    ]);
    const report = await runAudit(urlOf(server), {
      profile: auditedProfile,
      methods: { ...methods, ...Object.fromEntries(without.map((name) => [name, false])) },
      timeout: 3_000,
      concurrency: 1,
    });
    const { ok, fail, warn, skipped } = report.counts;
    console.log(`${id} ${version}: ${ok} ok, ${fail} failed, ${warn} warnings, ${skipped} skipped`);
    const others = report.results.filter(({ status }) => status !== 'ok');
    return {
      id,
      version,
      date: new Date().toISOString().slice(0, 10),
      results: others.map(
        ({ id: name, status, reason, sent, received, problem }) =>
          /** @type {OtherResult} */ ({ id: name, status, reason, sent, received, problem }),
      ),
    };
  } finally {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
    }
    await exit;
  }
}

/** Returns the name of the operating system and the version of Node. */
function systemName() {
  const [, name = process.platform] =
    /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  return `${name}, Node.js ${process.versions.node}`;
}

/** @param {AuditedServer} server */
function versionOf({ id, npm, debian = '', install }) {
  if (npm !== undefined) {
    const manifest = new URL(`../node_modules/${npm}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  }
  try {
    const options = /** @type {const} */ ({ encoding: 'utf8', stdio: 'pipe' });
    return execFileSync('dpkg-query', ['-Wf', '${Version}', debian], options);
  } catch (cause) {
    throw new Error(`${id} is not installed. Run: ${install}`, { cause });
  }
}

async function untilListening() {
  const end = performance.now() + 20_000;
  while (!(await isListening())) {
    if (performance.now() > end) throw new Error('Nothing listens on port 8000 after 20 s');
    await setTimeout(50);
  }
}

/** @returns {Promise<boolean>} */
function isListening() {
  return new Promise((resolve) => {
    const socket = connect(8000, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });
}
