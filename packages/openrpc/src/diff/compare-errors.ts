import type { Finding } from './change.js';
import { containmentMismatches } from './containment/containment.js';
import { groupBy } from './group-by.js';
import { isObject } from '../document/json-schema.js';
import { compareValues } from './compare-values.js';
import type { Located, Method } from '../document/methods.js';
import type { RuleId } from './rules/rules.js';

/** Compares the errors that a method declares. */
export function compareErrors(old: Method, next: Method): readonly Finding[] {
  const left = new Set(next.errors.filter(({ unresolved }) => unresolved === undefined));
  const readable = old.errors.filter(({ unresolved }) => unresolved === undefined);
  const findings: Finding[] = [];
  /** Compares the errors that share a key with a partner, and returns the others. */
  const pair = (
    errors: readonly Located[],
    keysOf: (error: Located) => readonly string[],
    compare: (error: Located, partner: Located) => readonly Finding[],
    isPartner: (error: Located, candidate: Located) => boolean = () => true,
  ): readonly Located[] => {
    const candidates = [...left].flatMap((error) => keysOf(error).map((key) => ({ key, error })));
    const byKey = groupBy(candidates, ({ key }) => key);
    return errors.filter((error) => {
      const partner = keysOf(error)
        .flatMap((key) => byKey.get(key) ?? [])
        .map((candidate) => candidate.error)
        .find((candidate) => left.has(candidate) && isPartner(error, candidate));
      if (partner === undefined) return true;
      left.delete(partner);
      findings.push(...compare(error, partner));
      return false;
    });
  };
  const changed = pair(readable, (error) => [`${codeOf(error)} ${wordsOf(error)}`], compareData);
  const others = pair(
    changed,
    (error) => [wordsOf(error), ...componentOf(error).map((name) => `/${name}`)],
    (error, partner) => [compareCodes('error-code-changed', error, partner)],
    (error, candidate) => codeOf(error) !== codeOf(candidate),
  );
  const removed = pair(
    others,
    (error) => [codeOf(error)],
    (error, partner) =>
      hasOtherName(error, partner)
        ? [compareCodes('error-code-reused', error, partner)]
        : [compareCodes('error-message-changed', error, partner), ...compareData(error, partner)],
  );
  return [
    ...findings,
    ...removed.map((error) => ({
      rule: 'error-removed' as const,
      detail: `The error ${nameOf(error)} was removed`,
      oldPointer: error.pointer,
    })),
    ...compareUnresolved(old, next),
    ...Array.from(left, (error) => ({
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

/** Returns the code as JSON, so that a string differs from a number. */
function codeOf({ value: { code } }: Located): string {
  return JSON.stringify(code ?? null);
}

/** Whether two errors are components of different names. A message is only a text, which may be corrected. */
function hasOtherName(one: Located, other: Located): boolean {
  const [[name], [otherName]] = [componentOf(one), componentOf(other)];
  return name !== undefined && otherName !== undefined && name !== otherName;
}

/** Returns the name of the component that the error is, if it is one. */
function componentOf({ pointer }: Located): readonly string[] {
  return /\/components\/errors\/([^/]+)$/.exec(pointer)?.slice(1) ?? [];
}

function compareCodes(rule: RuleId, old: Located, next: Located): Finding {
  const detail = `The error ${nameOf(old)} was changed to ${nameOf(next)}`;
  return { rule, detail, oldPointer: old.pointer, newPointer: next.pointer };
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
  return compareValues([before, after], {
    mismatches: containmentMismatches,
    sender: 'server',
    subject,
    breakingRule: ({ kind }) => {
      if (kind === 'undeclared') return undefined;
      return kind === 'undecided' ? 'error-data-undecided' : 'error-data-widened';
    },
    compatibleRule: () => 'error-data-narrowed',
  });
}
