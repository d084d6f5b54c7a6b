import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import init, { check_compat as checkCompat } from 'jsoncompat';
import { containmentMismatches } from '../src/diff/containment/containment.js';
import { SchemaDocument } from '../src/document/schema-document.js';
import type { SchemaDialect } from '../src/document/json-schema.js';
import { breaking } from '../src/diff/containment/mismatch.js';
import { type AnySchema, valuesFor } from './random-schemas.js';

/** Whether the first schema is contained in the second. */
export type Verdict = 'contained' | 'not contained' | 'undecided';

/** Loads jsoncompat, which has another implementation of containment. */
export async function loadOracle(): Promise<void> {
  const path = new URL(import.meta.resolve('jsoncompat/jsoncompat_wasm_bg.wasm'));
  await init({ module_or_path: await readFile(path) });
}

/** Returns the verdict of this package. */
export function verdictOf(inner: AnySchema, outer: AnySchema, dialect?: SchemaDialect): Verdict {
  const [one, other] = [inner, outer].map((schema) => {
    const components = typeof schema === 'boolean' ? undefined : schema['components'];
    return new SchemaDocument({ schema, components }, { dialect }).schemaAt('/schema');
  });
  if (one === undefined || other === undefined) throw new Error('two schemas are needed');
  const found = breaking(containmentMismatches(one, other));
  if (found.length === 0) return 'contained';
  return found.every((mismatch) => mismatch.kind === 'undecided') ? 'undecided' : 'not contained';
}

/**
 * Returns the verdict of jsoncompat.
 *
 * @throws for a `$ref` to another document
 */
export function oracleVerdict(inner: AnySchema, outer: AnySchema): Verdict {
  const isContained = checkCompat(JSON.stringify(outer), JSON.stringify(inner), 'serializer');
  return isContained ? 'contained' : 'not contained';
}

/** Why the two verdicts on a pair differ. */
export type Explanation =
  /** This package leaves some pairs undecided. jsoncompat always has a verdict. */
  | 'undecided'
  /** A member that is not declared is absent for this package, and has any value for jsoncompat. */
  | 'undeclared members'
  /** `format` is a constraint for this package, and an annotation for jsoncompat. */
  | 'format'
  /** Ajv knows a value that fits the inner schema only, and jsoncompat finds it contained. */
  | 'jsoncompat is wrong'
  /** Ajv knows no value that fits the inner schema only, and jsoncompat finds it not contained. */
  | 'jsoncompat is stricter'
  /** Ajv knows no value that fits the inner schema only, and this package finds it not contained. */
  | 'this package is stricter'
  /** Ajv knows a value that fits the inner schema only, and this package finds it contained. */
  | 'this package is wrong';

/** Explains why the verdicts differ; Ajv decides who is right. */
export function explain(inner: AnySchema, outer: AnySchema, verdict: Verdict): Explanation {
  if (verdict === 'undecided') return 'undecided';
  const hasWitness = findWitness(inner, outer);
  if (verdict === 'contained') {
    if (hasWitness) return 'this package is wrong';
    const isExplained = oracleVerdict(closed(inner), outer) === 'contained';
    return isExplained ? 'undeclared members' : 'jsoncompat is stricter';
  }
  if (hasWitness) return 'jsoncompat is wrong';
  return /"format":/.test(JSON.stringify(outer)) ? 'format' : 'this package is stricter';
}

/** Whether one of some values fits the inner schema and not the outer one. */
function findWitness(inner: AnySchema, outer: AnySchema): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const [fitsInner, fitsOuter] = [ajv.compile(inner), ajv.compile(outer)];
  return fc
    .sample(valuesFor(inner), { numRuns: 300, seed: 1 })
    .some((value) => fitsInner(value) && !fitsOuter(value));
}

/** Rejects the members that a schema doesn't declare. */
function closed(schema: unknown): AnySchema {
  if (typeof schema !== 'object' || schema === null) return schema === true;
  const entries = Object.entries(schema).map(([keyword, value]): readonly [string, unknown] => {
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'prefixItems'].includes(keyword)) {
      return [keyword, value.map(closed)];
    }
    if (keyword === 'items') return [keyword, closed(value)];
    if (keyword !== 'properties') return [keyword, value];
    const properties = Object.entries(value as object).map(([name, one]) => [name, closed(one)]);
    return [keyword, Object.fromEntries(properties)];
  });
  const open = !('additionalProperties' in schema || 'allOf' in schema);
  return Object.fromEntries(open ? [...entries, ['additionalProperties', false]] : entries);
}
