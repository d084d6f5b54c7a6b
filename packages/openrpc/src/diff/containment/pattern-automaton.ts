import {
  type Assertion,
  type CharacterClass,
  CharSet,
  type Concatenation,
  DFA,
  type Element,
  JS,
  NFA,
  type NoParent,
  type Quantifier,
  visitAst,
} from 'refa';
import { isTimeout, MAX_EVALUATION, runWithin } from './time-limit.js';

/** The longest pattern, and the largest automaton, that is looked at. */
const MAX_LENGTH = 5_000;
export const MAX_NODES = 5_000;

// The alphabet of the automata: characters, an edge before and after the text, and marks for assertions.
const MAX_CHARACTER = 0x10ffff;
const EDGE = MAX_CHARACTER + 1;
const FIRST_MARK = EDGE + 1;
const MAX_MARKS = 20;
const ALPHABET = EDGE + MAX_MARKS;

const edge = CharSet.fromCharacter(ALPHABET, EDGE);
const charactersOfText = CharSet.fromRange(ALPHABET, { min: 0, max: MAX_CHARACTER });
const allCharacters = CharSet.fromRange(ALPHABET, { min: 0, max: EDGE });
const allMarks = CharSet.fromRange(ALPHABET, { min: FIRST_MARK, max: ALPHABET });

/**
 * Returns the automaton for the texts that match a pattern of JSON Schema, which is a regular expression with the
 * flag `u`. Returns undefined for one that is invalid or too large, or has back references or lookarounds of
 * several characters. Properties such as `\p{L}` are those of Unicode 15.
 *
 * The automaton reads an edge before and after the text.
 */
export const automatonOf: (pattern: string) => NFA | undefined = remembering((pattern) => {
  // The parser would resolve some back references.
  if (pattern.length > MAX_LENGTH || /\\[1-9k]/.test(pattern)) return undefined;
  return withinLimits(() => {
    // The parser ignores modifiers such as `(?i:a)`, which are newer.
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }, { ecmaVersion: 2024 });
    const { expression } = parser.parse({ maxNodes: MAX_NODES });
    visitAst(expression, {
      onCharacterClassEnter: (node) => (node.characters = node.characters.resize(ALPHABET)),
    });
    const rules = replaceAssertions(expression);
    const anyText = (): NoParent<Quantifier> => repeated([one(charactersOfText)]);
    const wholeText = expression.alternatives.map(({ elements }) =>
      sequence([one(edge), anyText(), ...elements, anyText(), one(edge)]),
    );
    const marked = [wholeText, ...rules].map(automatonOfAlternatives).reduce(intersection);
    return rules.length === 0 ? marked : withoutMarks(marked);
  });
});

/** Returns the automaton for everything that the automaton of a pattern does not accept. */
export const complementOf: (pattern: string) => DFA | undefined = remembering((pattern) => {
  const automaton = automatonOf(pattern);
  return withinLimits(() => {
    if (automaton === undefined) return undefined;
    const limit = new DFA.LimitedNodeFactory(MAX_NODES);
    const complement = DFA.fromFA(automaton, limit);
    complement.complement(limit);
    return complement;
  });
});

export function intersection(left: NFA, right: NFA): NFA {
  return NFA.fromIntersection(left, right, new NFA.LimitedNodeFactory(MAX_NODES));
}

function automatonOfAlternatives(alternatives: readonly NoParent<Concatenation>[]): NFA {
  const limit = new NFA.LimitedNodeFactory(MAX_NODES);
  return NFA.fromRegex(alternatives, { maxCharacter: ALPHABET }, { assertions: 'throw' }, limit);
}

/** An assertion about the character before or after its place, as in `^` and `\b`. */
interface Rule {
  readonly kind: Assertion['kind'];
  readonly characters: CharSet;
}

/**
 * Replaces each assertion of a parsed pattern with a mark. The transformers of refa that apply assertions are wrong
 * about some: they find that nothing matches `(?<!a)(?<=b)`.
 *
 * @returns for each mark, an expression for all words that have the mark only where its assertion is true
 */
function replaceAssertions(
  expression: Parameters<typeof visitAst>[0],
): readonly (readonly NoParent<Concatenation>[])[] {
  const rules: Rule[] = [];
  visitAst(expression, {
    onConcatenationEnter({ elements }: NoParent<Concatenation>) {
      for (const [index, element] of elements.entries()) {
        if (element.type === 'Assertion') elements[index] = one(markFor(ruleOf(element), rules));
      }
    },
  });
  return rules.map(({ kind, characters }, index) => {
    const mark = markOf(index);
    const otherMarks = repeated([one(allMarks.without(mark))]);
    const rest = one(allCharacters.without(characters));
    const some = one(characters);
    const marks = repeated([one(allMarks)]);
    return [
      kind === 'behind'
        ? sequence([otherMarks, repeated([rest, otherMarks], [some, marks])])
        : sequence([repeated([otherMarks, one(allCharacters)], [marks, some]), otherMarks]),
    ];
  });
}

function markFor(rule: Rule, rules: Rule[]): CharSet {
  const known = rules.findIndex(
    ({ kind, characters }) => kind === rule.kind && characters.equals(rule.characters),
  );
  if (known >= 0) return markOf(known);
  if (rules.length >= MAX_MARKS) throw new RangeError('There are too many assertions');
  return markOf(rules.push(rule) - 1);
}

function markOf(index: number): CharSet {
  return CharSet.fromCharacter(ALPHABET, FIRST_MARK + index);
}

/** @throws RangeError for a lookaround of several characters */
function ruleOf({ kind, negate, alternatives }: NoParent<Assertion>): Rule {
  const sets = alternatives.map(({ elements }) => {
    const [element, ...others] = elements;
    if (others.length === 0 && element?.type === 'CharacterClass') return element.characters;
    // Such as `(?=a|$)`.
    const isNested = others.length === 0 && element?.type === 'Assertion' && element.kind === kind;
    if (isNested) return ruleOf(element).characters;
    throw new RangeError('A lookaround has not exactly one character');
  });
  const characters = CharSet.empty(ALPHABET).union(...sets);
  return { kind, characters: negate ? allCharacters.without(characters) : characters };
}

/** Returns the automaton that accepts the words of another one without their marks. */
function withoutMarks(marked: NFA): NFA {
  const reachedFrom = (node: NFA.Node): ReadonlySet<NFA.Node> => {
    const reached = new Set([node]);
    for (const from of reached) {
      for (const [to, read] of from.out) if (!read.isDisjointWith(allMarks)) reached.add(to);
    }
    return reached;
  };
  const limit = new NFA.LimitedNodeFactory(MAX_NODES);
  return NFA.fromTransitionIterator<NFA.Node>(
    {
      initial: marked.initial,
      getOut: (node) => {
        const out = new Map<NFA.Node, CharSet>();
        for (const from of reachedFrom(node)) {
          for (const [to, read] of from.out) {
            const characters = read.intersect(allCharacters);
            if (!characters.isEmpty) out.set(to, out.get(to)?.union(characters) ?? characters);
          }
        }
        return out;
      },
      isFinal: (node) => [...reachedFrom(node)].some((reached) => marked.finals.has(reached)),
    },
    { maxCharacter: ALPHABET },
    limit,
  );
}

function one(characters: CharSet): NoParent<CharacterClass> {
  return { type: 'CharacterClass', characters };
}

function sequence(elements: readonly NoParent<Element>[]): NoParent<Concatenation> {
  return { type: 'Concatenation', elements: [...elements] };
}

/** Returns an expression for any number of these sequences. */
function repeated(...alternatives: readonly NoParent<Element>[][]): NoParent<Quantifier> {
  return {
    type: 'Quantifier',
    min: 0,
    max: Infinity,
    lazy: false,
    alternatives: alternatives.map(sequence),
  };
}

/** Returns undefined if a function throws, or if its time is over. */
export function withinLimits<Result>(run: () => Result): Result | undefined {
  try {
    return runWithin(MAX_EVALUATION, run)?.result;
  } catch (error) {
    if (isTimeout(error)) throw error;
    return undefined;
  }
}

/**
 * Remembers what a function has returned for its arguments.
 *
 * @param maximum how many results are remembered
 */
export function remembering<Arguments extends readonly unknown[], Result>(
  run: (...inputs: Arguments) => Result,
  maximum = 1_000,
): (...inputs: Arguments) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (...inputs) => {
    const key = JSON.stringify(inputs);
    const found = known.get(key) ?? { result: run(...inputs) };
    if (known.size >= maximum) known.clear();
    known.set(key, found);
    return found.result;
  };
}
