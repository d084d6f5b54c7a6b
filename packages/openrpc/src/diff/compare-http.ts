import type { Finding } from './change.js';
import { containmentMismatches } from './containment/containment.js';
import { isObject } from '../document/json-schema.js';
import { appendToPointer } from '../document/pointer.js';
import { breaking } from './containment/mismatch.js';
import { findingsOf } from './compare-values.js';
import { entries, type Located, member, type Method, rootOf } from '../document/methods.js';

/**
 * Compares the HTTP requirements of a method: its path in the extension `x-entrypoint`, and in `x-http`
 * its `headers` (`name`, `in`, `required`, `schema`) and `security` as in OpenAPI.
 */
export function compareHttp(old: Method, next: Method): readonly Finding[] {
  const [before, after] = [member(old, 'x-http'), member(next, 'x-http')];
  const hasServers = [old, next].some(({ value }) => value['servers'] !== undefined);
  return [
    ...comparePaths(old, next),
    ...(hasServers ? compareServers(serversOf(old), serversOf(next)) : []),
    ...compareHeaders(before, after),
    ...compareSecurity(before, after),
  ];
}

function comparePaths(old: Method, next: Method): readonly Finding[] {
  const [before, after] = [old.entrypoint, next.entrypoint];
  if (before === undefined || after === undefined || before === after) return [];
  return [
    {
      rule: 'path-changed',
      detail: `The path changed from ${before} to ${after}`,
      oldPointer: old.entrypointPointer,
      newPointer: next.entrypointPointer,
    },
  ];
}

/** Returns what has the servers of a method: itself, or its document. */
function serversOf(method: Method): Located {
  return method.value['servers'] === undefined ? rootOf(method.document) : method;
}

/** Compares headers and cookies. */
function compareHeaders(before: Located, after: Located): readonly Finding[] {
  const old = entries(before, 'headers');
  return entries(after, 'headers').flatMap((header): readonly Finding[] => {
    const same = old.find((candidate) => keyOf(candidate) === keyOf(header));
    const what = `The ${kindOf(header)} "${String(header.value['name'])}"`;
    const isRequired = header.value['required'] === true;
    if (same === undefined) {
      const rule = isRequired ? 'header-added-required' : 'header-added-optional';
      return [{ rule, detail: `${what} was added`, newPointer: header.pointer }];
    }
    const pointers = { oldPointer: same.pointer, newPointer: header.pointer };
    const findings: Finding[] = [];
    if (isRequired && same.value['required'] !== true) {
      const detail = `${what} is now required`;
      findings.push({ rule: 'header-made-required', detail, ...pointers });
    }
    const inner = same.document.schemaAt(`${same.pointer}/schema`);
    const outer = header.document.schemaAt(`${header.pointer}/schema`);
    const narrowed = findingsOf(
      breaking(containmentMismatches(inner, outer)),
      ({ kind }) => (kind === 'undecided' ? 'header-undecided' : 'header-narrowed'),
      { subject: () => what, sender: 'clients', since: 'old' },
    );
    return [...findings, ...narrowed];
  });
}

function keyOf(header: Located): string {
  return `${kindOf(header)} ${String(header.value['name']).toLowerCase()}`;
}

function kindOf({ value }: Located): string {
  return value['in'] === 'cookie' ? 'cookie' : 'header';
}

/** Each entry of `security` is enough; all schemes of an entry are needed. */
function compareSecurity(before: Located, after: Located): readonly Finding[] {
  const [old, next] = [alternatives(before), alternatives(after)];
  const missingIn = (these: Alternatives, those: Alternatives): Alternatives =>
    these.filter(
      (schemes) => !those.some((needed) => needed.every((scheme) => schemes.includes(scheme))),
    );
  const missing = missingIn(old, next);
  const pointers = {
    oldPointer: `${before.pointer}/security`,
    newPointer: `${after.pointer}/security`,
  };
  if (missing.length === 0) {
    if (missingIn(next, old).length === 0) return [];
    return [
      { rule: 'credential-widened', detail: 'Other credentials are now accepted', ...pointers },
    ];
  }
  const show = (all: Alternatives): string =>
    all.map((schemes) => schemes.join(' and ') || 'none').join(', or ');
  const wasOpen = missing.some((schemes) => schemes.length === 0);
  return [
    {
      rule: wasOpen ? 'credential-required' : 'credential-scheme-changed',
      detail: `The credential changed from ${show(old)} to ${show(next)}`,
      ...pointers,
    },
  ];
}

type Alternatives = readonly (readonly string[])[];

function alternatives({ value }: Located): Alternatives {
  const security = value['security'];
  if (!Array.isArray(security) || security.length === 0) return [[]];
  return security.map((one) => (isObject(one) ? Object.keys(one).toSorted() : []));
}

/** Compares the URLs of the servers of two documents. */
export function compareServers(old: Located, next: Located): readonly Finding[] {
  const [before, after] = [old, next].map((root) =>
    entries(root, 'servers').map(({ value, pointer }) => ({ url: String(value['url']), pointer })),
  );
  if (before === undefined || after === undefined) return [];
  const only = (some: typeof before, others: typeof before) =>
    some.filter(({ url }) => !others.some((other) => other.url === url));
  return [
    ...only(before, after).map(({ url, pointer }) => ({
      rule: 'server-removed' as const,
      detail: `The server ${url} was removed`,
      oldPointer: appendToPointer(pointer, 'url'),
    })),
    ...only(after, before).map(({ url, pointer }) => ({
      rule: 'server-added' as const,
      detail: `The server ${url} was added`,
      newPointer: appendToPointer(pointer, 'url'),
    })),
  ];
}
