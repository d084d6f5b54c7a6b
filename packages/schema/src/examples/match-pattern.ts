import RandExp from 'randexp';

// What it exports is the class itself, though its types tell of a module around it.
const Maker = RandExp as unknown as typeof RandExp.default;

const ATTEMPTS = 60;

/** What `*` and `+` are told to have as their maximum: no set of characters is as large. */
const UNLIMITED = 100_003;

/**
 * Texts that a pattern may match: the shortest first, then some of about the length, always the same
 * ones. It knows no look-ahead and no `\p{…}`, so ask the pattern itself.
 */
export function* textsFor(pattern: string, minLength: number): Generator<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = textFor(pattern, attempt, minLength);
    if (text === undefined) return;
    yield text;
  }
}

function textFor(pattern: string, attempt: number, minLength: number): string | undefined {
  try {
    const maker = new Maker(pattern);
    maker.max = UNLIMITED;
    maker.randInt = attempt === 0 ? (from) => from : choices(attempt, minLength);
    return maker.gen();
  } catch {
    return undefined;
  }
}

function choices(attempt: number, minLength: number): (from: number, to: number) => number {
  const random = seededRandom(attempt);
  const times = [minLength, minLength - 1, minLength - 2, Math.ceil(minLength / 2), attempt];
  return (from, to) => {
    if (to - from !== UNLIMITED) return from + Math.floor(random() * (to - from + 1));
    return from + Math.max(0, times[(attempt - 1) % times.length] ?? 0);
  };
}

/** A linear congruential generator (the constants of Numerical Recipes): a document stays the same. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
