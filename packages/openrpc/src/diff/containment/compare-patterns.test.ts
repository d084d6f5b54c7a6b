import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areDisjoint, comparePatterns, type PatternComparison } from './compare-patterns.js';
import { MAX_EVALUATION } from './time-limit.js';

type Verdict = PatternComparison['verdict'];

const [contained, not, undecided] = ['contained', 'not contained', 'undecided'] as const;

describe('the verdict on two patterns, in both directions', () => {
  test.each<[string, string, Verdict, Verdict]>([
    // Public APIs have these.
    ['^0x[0-9a-f]{1,2}$', '^0x([0-9a-fA-F]?){1,2}$', contained, not],
    ['^[1-9][0-9]*$', '^(0|[1-9][0-9]*)$', contained, not],
    ['^0x[0-9a-f]{64}$', '^0x[0-9a-f]*$', contained, not],
    ['^[a-z0-9._-]+@[a-z0-9.-]+\\.[a-z]{2,}$', '^[^@\\s]+@[^@\\s]+$', contained, not],
    ['^([01]\\d|2[0-3]):[0-5]\\d$', '^\\d\\d:\\d\\d$', contained, not],
    // Patterns are not anchored.
    ['a', '[a]', contained, contained],
    ['', '.*', contained, contained],
    ['a+', 'a', contained, contained],
    ['^a', 'a', contained, not],
    ['^$', '', contained, not],
    ['[]', 'a', contained, not],
    ['a^', '[]', contained, contained],
    ['^.*$', '', contained, not],
    ['^[^]*$', '', contained, contained],
    // Each alternative has its own assertions.
    ['^a|b$', 'a|b', contained, not],
    ['^(a|b$)', 'a|b', contained, not],
    ['(^|x)a($|y)', 'a', contained, not],
    ['^a$|^b$', '^[ab]$', contained, contained],
    // No word character precedes or follows the text.
    ['^foo$', '\\bfoo\\b', contained, not],
    ['\\bfoo\\b', 'foo', contained, not],
    ['^-$', '\\b', not, not],
    ['^a', '\\ba', contained, not],
    ['^', '(?<=\\w)|\\B|\\b', contained, contained],
    ['(?=a)', 'a', contained, contained],
    ['(?=a|$)', '', contained, contained],
    ['(?<!a)(?<=b)', 'b', contained, contained],
    ['(?!a)(?=b)', 'b', contained, contained],
    ['a(?=b)', 'ab', contained, contained],
    ['a(?!b)', 'a', contained, not],
    ['(?:\\b[a-z]+\\b ?)+$', '[a-z]', contained, not],
    // A character is a code point.
    ['^.$', '^[^]{1}$', contained, not],
    ['^😀$', '^.$', contained, not],
    ['^\\u{1f600}$', '^\\ud83d\\ude00$', contained, contained],
    ['^\\ud83d', '^[^]', contained, not],
    ['^\\p{Lu}+$', '^\\p{L}+$', contained, not],
    // What the automata can't express.
    ['^(?!foo)[a-z]+$', '^[a-z]+$', undecided, undecided],
    ['^(?=.*\\d).+$', '^.+$', undecided, undecided],
    ['^(a)\\1$', '^aa$', undecided, undecided],
    ['^(?<x>a)\\k<x>$', '^aa$', undecided, undecided],
    ['^(?i:a)$', '^a$', undecided, undecided],
    ['^(?<x>a)$|^(?<x>b)$', '^a$', undecided, undecided],
    ['(?<!(?<=ab))(?<=a)', '^.', undecided, undecided],
    ['[', 'a', undecided, undecided],
    ['a{2,1}', 'a', undecided, undecided],
    ['\\-', '-', undecided, undecided],
    // No text has these two characters, because they are one.
    ['^[\\ud800-\\udbff][\\udc00-\\udfff]$', '^a$', undecided, not],
  ])('%s in %s: %s, and the other way round: %s', (one, other, verdict, opposite) => {
    expect([comparePatterns([one], other).verdict, comparePatterns([other], one).verdict]).toEqual([
      verdict,
      opposite,
    ]);
  });
});

test('names a shortest string that matches the inner patterns only', () => {
  expect(comparePatterns(['^0x[0-9a-f]*$'], '^0x[0-9a-f]{2,}$').example).toBe('0x');
  expect(comparePatterns(['^a', 'b$'], '^ab$').example).toMatch(/^a.b$/);
});

test('compares the strings that match all inner patterns', () => {
  expect(comparePatterns(['^a', 'b$'], '^a[^]*b$').verdict).toBe('contained');
  expect(comparePatterns([], '').verdict).toBe('contained');
  expect(comparePatterns(['^(?=aa)', '^ab'], '^a').verdict).toBe('contained');
  expect(comparePatterns(['^(?=aa)', '^a'], '^ab').verdict).toBe('undecided');
});

describe('limits', () => {
  test.each([
    ['^.{0,100000}$', '^.*$'],
    ['^.{0,4999}$', '^.{0,4998}$'],
    ['(((((a{1,9}){1,9}){1,9}){1,9}){1,9}){1,9}', 'a'],
    ['a', '(?:(?:a?b?c?d?){50}){50}'],
    ['(a|b)*a(a|b){15}', '(a|b)*a(a|b){16}'],
    ['\\p{L}{400}', '\\p{L}{200}'],
    ['a'.repeat(100_000), 'a'],
    [`${'('.repeat(2_400)}a${')'.repeat(2_400)}`, 'b'],
    [
      Array.from(
        { length: 30 },
        (_, index) => `(?=${'abcdefghijklmnopqrstuvwxyz0123'[index]})`,
      ).join(''),
      'a',
    ],
  ])('leaves large patterns undecided in time (%#)', (one, other) => {
    const started = performance.now();
    expect(comparePatterns([one], other).verdict).toBe('undecided');
    expect(areDisjoint(one, other)).toBe(false);
    // Two automata, a complement and two comparisons, each within its own limit.
    expect(performance.now() - started).toBeLessThan(5 * MAX_EVALUATION + 1_000);
  });
});

describe('random patterns', () => {
  const ALPHABET = ['a', 'b', '-'];
  const texts = [''];
  for (let index = 0; (texts[index]?.length ?? 5) < 5; index++) {
    texts.push(...ALPHABET.map((character) => `${texts[index]}${character}`));
  }

  const atom = fc.constantFrom(
    ...'a b - . [ab] [^a] \\w \\W ^ $ \\b \\B'.split(' '),
    ...'(?=a) (?!a) (?<=a) (?<!b) (?=b|$) (?<=^|a) (?!$) (?=(?<=a)) (?!ab) (?<=ab)'.split(' '),
  );
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
    const two = fc.tuple(tie('pattern'), tie('pattern'));
    const repetition = fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?');
    return {
      pattern: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        { arbitrary: atom, weight: 4 },
        two.map(([one, other]) => one + other),
        two.map(([one, other]) => `(?:${one}|${other})`),
        two.map(([one, other]) => `${one}|${other}`),
        tie('pattern').map((one) => `^(?:${one})$`),
        fc.tuple(tie('pattern'), repetition).map(([one, many]) => `(?:${one})${many}`),
      ),
    };
  });

  const matching = (source: string): readonly string[] => {
    const expression = new RegExp(source, 'u');
    return texts.filter((text) => expression.test(text));
  };

  /** Returns the texts that contradict what was found about two patterns. */
  function contradictions(
    one: string,
    other: string,
    { verdict, example = '' }: PatternComparison,
  ): readonly string[] {
    const [inner, outer] = [matching(one), matching(other)];
    const isWrong = !new RegExp(one, 'u').test(example) || new RegExp(other, 'u').test(example);
    return [
      ...(verdict === 'contained' ? inner.filter((text) => !outer.includes(text)) : []),
      ...(verdict === 'not contained' && isWrong ? [example] : []),
      ...(areDisjoint(one, other) ? inner.filter((text) => outer.includes(text)) : []),
    ];
  }

  test('have the verdict of all short texts of three characters', () => {
    const verdicts = { contained: 0, 'not contained': 0, undecided: 0, disjoint: 0 };
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        const found = comparePatterns([one], other);
        verdicts[found.verdict]++;
        if (areDisjoint(one, other)) verdicts.disjoint++;
        expect(contradictions(one, other, found)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    // Otherwise the property would hold for a comparison that decides nothing.
    for (const count of Object.values(verdicts)) expect(count).toBeGreaterThan(20);
  });
});
