import type { Finding } from './change.js';
import { compareDefaults } from './compare-defaults.js';
import { containmentMismatches } from './containment/containment.js';
import type { LocatedSchema } from '../document/schema-document.js';
import type { MismatchKind } from './containment/mismatch.js';
import { compareValues } from './compare-values.js';
import type { Reading } from './describe-mismatch.js';
import type { Descriptor, Method } from '../document/methods.js';
import { type RuleId, rules } from './rules/rules.js';

/** Compares the params of a method: whether the new method accepts everything that old clients send. */
export function compareParams(old: Method, next: Method): readonly Finding[] {
  const pairs = pairParams(old, next);
  const paired = new Set(pairs.map(({ next: param }) => param));
  const findings = [
    ...compareStructures(old, next),
    ...pairs.flatMap((pair) => comparePair(pair, old, next)),
    ...next.params.filter((param) => !paired.has(param)).map(addedParam),
  ];
  const isBroken = findings.some(({ rule }) => rules[rule].severity !== 'compatible');
  return isBroken ? findings : [...findings, ...compareWhole(old, next, findings)];
}

interface ParamPair {
  readonly old: Descriptor;
  readonly next: Descriptor | undefined;
}

/**
 * Pairs old and new params of the same name. If params are sent by position only, an old param also pairs
 * with one that has another name at the same position.
 */
function pairParams(old: Method, next: Method): readonly ParamPair[] {
  const isByPosition = old.paramStructure === 'by-position' && next.paramStructure !== 'by-name';
  return old.params.map((param, index) => {
    const same = next.params.find(({ name }) => name === param.name);
    const there = next.params[index];
    const isFree = there !== undefined && !old.params.some(({ name }) => name === there.name);
    return { old: param, next: same ?? (isByPosition && isFree ? there : undefined) };
  });
}

function describeStructure(structure: Method['paramStructure']): string {
  return structure === 'either' ? 'by name and by position' : structure.replace('-', ' ');
}

function compareStructures(old: Method, next: Method): readonly Finding[] {
  const [before, after] = [old.paramStructure, next.paramStructure];
  if (before === after) return [];
  return [
    {
      rule: after === 'either' ? 'param-structure-widened' : 'param-structure-narrowed',
      detail: `Params were accepted ${describeStructure(before)}, and are now accepted ${describeStructure(after)}`,
      oldPointer: `${old.pointer}/paramStructure`,
      newPointer: `${next.pointer}/paramStructure`,
    },
  ];
}

function comparePair(pair: ParamPair, oldMethod: Method, newMethod: Method): readonly Finding[] {
  const { old, next } = pair;
  const what = `The param "${old.name}"`;
  if (next === undefined) {
    const rule = old.deprecated ? 'deprecated-param-removed' : 'param-removed';
    return [{ rule, detail: `${what} was removed`, oldPointer: old.pointer }];
  }
  const pointers = { oldPointer: old.pointer, newPointer: next.pointer };
  const findings: Finding[] = [];
  const report = (rule: RuleId, change: string): void => {
    findings.push({ rule, detail: `${what} ${change}`, ...pointers });
  };
  const [before, after] = [oldMethod.params.indexOf(old), newMethod.params.indexOf(next)];
  if (oldMethod.paramStructure !== 'by-name' && before !== after) {
    report('param-moved', `moved from position ${before} to ${after}`);
  }
  if (old.name !== next.name) report('param-renamed', `was renamed to "${next.name}"`);
  if (!old.required && next.required) report('param-made-required', 'is now required');
  if (old.required && !next.required) report('param-made-optional', 'is now optional');
  if (!old.deprecated && next.deprecated) report('param-deprecated', 'is now deprecated');
  if (old.deprecated && !next.deprecated) report('param-undeprecated', 'is no longer deprecated');
  const subject = (path: string): string => `The param "${old.name}${path}"`;
  return [
    ...findings,
    ...compareDefaults(old, next),
    ...compareParamSchemas(old.schema, next.schema, subject),
  ];
}

function addedParam(param: Descriptor): Finding {
  return {
    rule: param.required ? 'param-added-required' : 'param-added-optional',
    detail: `The param "${param.name}" was added`,
    newPointer: param.pointer,
  };
}

/**
 * Compares the schemas of the object of all params, which a method has if its params depend on each other.
 * Leaves out changes that the comparison of single params has found.
 */
function compareWhole(old: Method, next: Method, found: readonly Finding[]): readonly Finding[] {
  const key = 'x-params-schema';
  const [had, has] = [old, next].map(({ value }) => value[key] !== undefined);
  if (!had && !has) return [];
  const pointers = { oldPointer: `${old.pointer}/${key}`, newPointer: `${next.pointer}/${key}` };
  if (!had || !has) {
    const detail = `The object of all params ${has ? 'now has a schema' : 'no longer has a schema'}`;
    return [{ rule: 'param-undecided', detail, ...pointers }];
  }
  const findings = compareParamSchemas(
    old.document.schemaAt(pointers.oldPointer),
    next.document.schemaAt(pointers.newPointer),
    (path) => (path === '' ? 'The object of all params' : `The param "${path.replace(/^\./, '')}"`),
  );
  return findings.filter(({ rule }) => found.length === 0 || rules[rule].severity !== 'compatible');
}

const RULES: Readonly<Record<MismatchKind, RuleId>> = {
  type: 'param-type-narrowed',
  enum: 'param-enum-narrowed',
  required: 'param-member-made-required',
  member: 'param-unknown-members-rejected',
  constraint: 'param-constraint-narrowed',
  undeclared: 'param-member-removed',
  undecided: 'param-undecided',
};

/** Compares the values that old clients send with those that the new schema accepts. */
function compareParamSchemas(
  old: LocatedSchema,
  next: LocatedSchema,
  subject: Reading['subject'],
): readonly Finding[] {
  return compareValues([old, next], {
    mismatches: containmentMismatches,
    sender: 'clients',
    subject,
    breakingRule: ({ kind }) => RULES[kind],
    compatibleRule: ({ kind }) => (kind === 'undeclared' ? 'param-member-added' : 'param-widened'),
  });
}
