import { type Change, changeOf, type Finding } from './change.js';
import { compareHandling } from './compare-handling.js';
import { compareErrors } from './compare-errors.js';
import { compareEvents, isEvent } from './compare-events.js';
import { compareHttp, compareServers } from './compare-http.js';
import { compareLimits } from './compare-limits.js';
import { compareParams } from './compare-params.js';
import { compareResults } from './compare-results.js';
import { SchemaDocument } from '../document/schema-document.js';
import { isObject, type SchemaDialect } from '../document/json-schema.js';
import { sameData } from './containment/identical.js';
import { describe } from './containment/schema-pair.js';
import { runWithin } from './containment/time-limit.js';
import { appendToPointer } from '../document/pointer.js';
import { matchMethods, type OldMethod } from './match-methods.js';
import { type Method, methodsOf, rootOf } from '../document/methods.js';
import type { Severity } from './rules/rule.js';

/** Options for `diff()`. */
export interface DiffOptions {
  /** The dialect of both documents. Default: found by `$schema`; draft-07 without it. */
  readonly dialect?: SchemaDialect;
  /** How long the comparison may take, in milliseconds. Default: 60,000 */
  readonly timeout?: number;
}

const DEFAULT_TIMEOUT = 60_000;

/**
 * Compares an OpenRPC document with a newer one: whether clients of the old one still work.
 * Returns the changes by method, in the order of the old document.
 *
 * @throws TypeError if one of them is not an OpenRPC document
 * @throws Error that says how far the comparison came, if it takes too long
 */
export function diff(
  oldDocument: object,
  newDocument: object,
  options: DiffOptions = {},
): readonly Change[] {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const progress: Progress = { compared: 0, methods: [] };
  const found = runWithin(timeout, () => compare(oldDocument, newDocument, options, progress));
  if (found !== undefined) return found.result;
  const { compared, methods } = progress;
  const current = methods[compared];
  const reached =
    current === undefined
      ? `It was ${compared === 0 ? 'not yet comparing' : 'no longer comparing'} methods`
      : `It had compared ${compared} of ${methods.length} methods, and was comparing ${describe(current.old.name)}`;
  throw new Error(
    `The comparison did not end within ${Number((timeout / 1_000).toFixed(1))} s. ${reached}`,
  );
}

interface Progress {
  /** How many of the methods have been compared. */
  compared: number;
  methods: readonly OldMethod[];
}

function compare(
  oldDocument: object,
  newDocument: object,
  options: DiffOptions,
  progress: Progress,
): readonly Change[] {
  const [old, next] = [read(oldDocument, 'old', options), read(newDocument, 'new', options)];
  if (sameData(oldDocument, newDocument)) return [];
  const { known, added } = matchMethods(readMethods(old, 'old'), readMethods(next, 'new'));
  progress.methods = known;
  return [
    ...known.flatMap(({ old: method, next: same, renamed }) => {
      const findings =
        same === undefined ? removedMethod(method, renamed) : compareMethods(method, same);
      progress.compared++;
      return findings.map((finding) => changeOf(finding, method));
    }),
    ...added.map((method) => {
      const rule = isEvent(method) ? 'event-added' : 'method-added';
      const detail = `${subjectOf(method)} was added`;
      return changeOf({ rule, detail, newPointer: method.pointer }, method);
    }),
    ...[
      ...compareServers(rootOf(old), rootOf(next)),
      ...compareSharedLimits(known),
      ...compareComponents(old, next),
    ].map((finding) => changeOf(finding)),
  ];
}

/**
 * Whether a change of this severity breaks clients: at run time (`wire`), or also at compile time
 * (`types`).
 */
export function isBreaking(severity: Severity, level: 'types' | 'wire'): boolean {
  return severity === 'wire' || (level === 'types' && severity === 'types');
}

function read(document: object, which: string, { dialect }: DiffOptions): SchemaDocument {
  if (!isObject(document) || !Array.isArray(document['methods'])) {
    throw new TypeError(
      `The ${which} document is not an OpenRPC document: it has no list "methods"`,
    );
  }
  return explain(which, () => new SchemaDocument(document, { dialect }));
}

function readMethods(document: SchemaDocument, which: string): readonly Method[] {
  return explain(which, () => methodsOf(document));
}

/** Says in the message of an error which document is invalid. */
function explain<Result>(which: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new TypeError(`The ${which} document can't be compared: ${cause.message}`, { cause });
  }
}

function compareMethods(old: Method, next: Method): readonly Finding[] {
  if (isEvent(old)) return [...compareLifecycle(old, next), ...compareEvents(old, next)];
  return [
    ...compareLifecycle(old, next),
    ...compareParams(old, next),
    ...compareResults(old, next),
    ...compareErrors(old, next),
    ...compareHttp(old, next),
    ...compareHandling(old, next),
    ...compareLimits(old, next).filter(({ isShared }) => !isShared),
  ];
}

/** Returns each limit that changed for all methods once. */
function compareSharedLimits(known: readonly OldMethod[]): readonly Finding[] {
  const findings = known.flatMap(({ old, next }) =>
    next === undefined || isEvent(old)
      ? []
      : compareLimits(old, next).filter(({ isShared }) => isShared),
  );
  return [...new Map(findings.map((finding) => [finding.detail, finding])).values()];
}

function compareLifecycle(old: Method, next: Method): readonly Finding[] {
  if (old.deprecated === next.deprecated) return [];
  const pointers = { oldPointer: old.pointer, newPointer: next.pointer };
  const rule = next.deprecated ? 'method-deprecated' : 'method-undeprecated';
  const detail = `${subjectOf(old)} is ${next.deprecated ? 'now' : 'no longer'} deprecated`;
  return [{ rule, detail, ...pointers }];
}

function removedMethod(method: Method, renamed: Method | undefined): readonly Finding[] {
  const { deprecated, pointer: oldPointer } = method;
  const kind = isEvent(method) ? 'event' : 'method';
  if (renamed !== undefined) {
    const detail = `${subjectOf(method)} was renamed to "${renamed.name}"`;
    return [{ rule: `${kind}-renamed`, detail, oldPointer, newPointer: renamed.pointer }];
  }
  const rule = deprecated ? 'deprecated-method-removed' : (`${kind}-removed` as const);
  return [{ rule, detail: `${subjectOf(method)} was removed`, oldPointer }];
}

function subjectOf(method: Method): string {
  return `The ${isEvent(method) ? 'event' : 'method'} "${method.name}"`;
}

/** Clients that are generated from a document have a type for each component. */
function compareComponents(old: SchemaDocument, next: SchemaDocument): readonly Finding[] {
  const [before, after] = [old, next].map((document) => document.valueAt('/components/schemas'));
  if (!isObject(before)) return [];
  return Object.keys(before)
    .filter((name) => !isObject(after) || !Object.hasOwn(after, name))
    .map((name) => ({
      rule: 'component-removed',
      detail: `The schema "${name}" was removed or renamed`,
      oldPointer: appendToPointer('/components/schemas', name),
    }));
}
