import type { Finding } from './change.js';
import { containmentMismatches } from './containment/containment.js';
import { isObject } from './containment/located-schema.js';
import { breaking } from './containment/mismatch.js';
import { describeMismatch } from './describe-mismatch.js';
import type { Located, Method } from './openrpc-reader.js';

/** Compares the errors that a method declares. */
export function compareErrors(old: Method, next: Method): readonly Finding[] {
  const left = next.errors.filter(({ unresolved }) => unresolved === undefined);
  const take = (isWanted: (error: Located) => boolean): Located | undefined => {
    const index = left.findIndex(isWanted);
    return index === -1 ? undefined : left.splice(index, 1)[0];
  };
  const isSame = (one: Located, other: Located): boolean =>
    one.value['code'] === other.value['code'] && wordsOf(one) === wordsOf(other);
  const findings: Finding[] = [];
  const readable = old.errors.filter(({ unresolved }) => unresolved === undefined);
  const others = readable.filter((error) => {
    const same = take((candidate) => isSame(error, candidate));
    if (same !== undefined) findings.push(...compareData(error, same));
    return same === undefined;
  });
  for (const error of others) {
    const changed = take((candidate) => wordsOf(candidate) === wordsOf(error));
    const reused = changed ?? take(({ value }) => value['code'] === error.value['code']);
    findings.push(...compareOther(error, reused));
  }
  return [
    ...findings,
    ...compareUnresolved(old, next),
    ...left.map((error) => ({
      rule: 'error-added' as const,
      detail: `The error ${nameOf(error)} was added`,
      newPointer: error.pointer,
    })),
  ];
}

/** Reports errors whose `$ref` can't be resolved, unless it is the address of the same document. */
function compareUnresolved(old: Method, next: Method): readonly Finding[] {
  const isKnown = ({ unresolved = '' }: Located): boolean =>
    URL.canParse(unresolved) &&
    [old, next].every(({ errors }) => errors.some((error) => error.unresolved === unresolved));
  const report = (error: Located, key: 'newPointer' | 'oldPointer'): readonly Finding[] => {
    const { unresolved, pointer } = error;
    if (unresolved === undefined || isKnown(error)) return [];
    const detail = `The $ref "${unresolved}" of an error can't be resolved`;
    return [{ rule: 'error-data-undecided', detail, [key]: pointer }];
  };
  return [
    ...old.errors.flatMap((error) => report(error, 'oldPointer')),
    ...next.errors.flatMap((error) => report(error, 'newPointer')),
  ];
}

/** Returns the words of a message, which keeps its meaning with other case or punctuation. */
function wordsOf({ value: { message } }: Located): string {
  return String(message)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Compares an error with one that has its code or its message, but not both. */
function compareOther(old: Located, next: Located | undefined): readonly Finding[] {
  if (next === undefined) {
    const detail = `The error ${nameOf(old)} was removed`;
    return [{ rule: 'error-removed', detail, oldPointer: old.pointer }];
  }
  const isReused = old.value['code'] === next.value['code'];
  return [
    {
      rule: isReused ? 'error-code-reused' : 'error-code-changed',
      detail: `The error ${nameOf(old)} was changed to ${nameOf(next)}`,
      oldPointer: old.pointer,
      newPointer: next.pointer,
    },
  ];
}

function nameOf({ value: { code, message } }: Located): string {
  return `${String(code)} (${String(message)})`;
}

/** Compares the schemas in `data`. A document that people have written may have an example there. */
function compareData(old: Located, next: Located): readonly Finding[] {
  const what = `The data of the error ${nameOf(old)}`;
  const subject = (path: string): string =>
    path === '' ? what : `"data${path}" of the error ${nameOf(old)}`;
  const pointers = { oldPointer: `${old.pointer}/data`, newPointer: `${next.pointer}/data` };
  const [had, has] = [old.value['data'] !== undefined, next.value['data'] !== undefined];
  if (!had && !has) return [];
  if (!has) return [{ rule: 'error-data-removed', detail: `${what} was removed`, ...pointers }];
  if (!had) return [{ rule: 'error-data-added', detail: `${what} was added`, ...pointers }];
  if (!isObject(old.value['data']) || !isObject(next.value['data'])) return [];
  const before = old.document.schemaAt(pointers.oldPointer);
  const after = next.document.schemaAt(pointers.newPointer);
  const widened = breaking(containmentMismatches(after, before)).map((one) => ({
    rule:
      one.kind === 'undecided'
        ? ('error-data-undecided' as const)
        : ('error-data-widened' as const),
    detail: describeMismatch(one, { subject, sender: 'server', since: 'new' }),
    oldPointer: one.outer,
    newPointer: one.inner,
  }));
  if (widened.length > 0) return widened;
  return containmentMismatches(before, after)
    .filter(({ kind }) => kind !== 'undecided')
    .map((one) => ({
      rule: 'error-data-narrowed',
      detail: describeMismatch(one, { subject, sender: 'server', since: 'old' }),
      oldPointer: one.inner,
      newPointer: one.outer,
    }));
}
