import { compareLengths } from './compare-scalars.js';
import { atMost, elementSchemas, itemsOf, keywordsOf, typesOf } from './conjunction.js';
import { type Compare, mismatch, type Pair } from './schema-pair.js';
import { sameData, sameKeywords } from './identical.js';
import type { Mismatch } from './mismatch.js';

/** Compares the keywords for arrays. */
export function compareArrays(pair: Pair, compare: Compare): readonly Mismatch[] {
  const { inner, outer } = pair;
  if (!typesOf(inner).has('array')) return [];
  const found: Mismatch[] = [
    ...compareLengths(pair, ['minItems', 'maxItems'], ['arrays', 'elements']),
  ];
  const { uniqueItems, contains, unevaluatedItems } = keywordsOf(outer);
  const most = atMost(inner, 'maxItems');
  if (
    uniqueItems === true &&
    most > 1 &&
    !inner.some((one) => keywordsOf(one)['uniqueItems'] === true)
  ) {
    found.push(
      mismatch(pair, 'constraint', 'arrays with equal elements', { keyword: 'uniqueItems' }),
    );
  }
  const count = ['contains', 'minContains', 'maxContains'];
  if (contains !== undefined && !inner.some((one) => sameKeywords(one, outer, count))) {
    found.push(mismatch(pair, 'undecided', '`contains` differs', { keyword: 'contains' }));
  }
  if (unevaluatedItems !== undefined && !sameData(unevaluatedItems, true)) {
    const detail = "`unevaluatedItems` can't be compared";
    found.push(mismatch(pair, 'undecided', detail, { keyword: 'unevaluatedItems' }));
  }
  return [...found, ...compareElements(pair, compare)];
}

function compareElements(pair: Pair, compare: Compare): readonly Mismatch[] {
  const { inner, outer, path, innerPointer } = pair;
  const limit = itemsOf(outer);
  const lengths = [limit.prefix.length, ...inner.map((one) => itemsOf(one).prefix.length)];
  const listed = Math.max(...lengths);
  const most = atMost(inner, 'maxItems');
  const found: Mismatch[] = [];
  for (let index = 0; index <= listed; index++) {
    if (index >= most) break;
    const element = limit.prefix[index] ?? limit.rest;
    if (element === undefined) continue;
    const schemas = elementSchemas(inner, index);
    // Past the listed ones, each further element is like this one.
    const place = listed === 0 || index === listed ? '[]' : `[${index}]`;
    found.push(
      ...compare({
        inner: schemas,
        outer: element,
        path: `${path}${place}`,
        innerPointer: schemas[0]?.pointer ?? innerPointer,
      }),
    );
  }
  return found;
}
