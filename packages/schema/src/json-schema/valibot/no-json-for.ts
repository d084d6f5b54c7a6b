interface NoJson {
  readonly what: string;
  readonly instead: string;
}

const string = (what: string, schema: string): NoJson => ({
  what,
  instead: `write ${schema}`,
});

const NO_JSON: Readonly<Record<string, NoJson>> = {
  bigint: string(
    'JSON has no big integers',
    'v.pipe(v.string(), v.digits(), v.toBigint()), or for a result v.pipe(v.bigint(), v.toString())',
  ),
  map: string('JSON has no maps', 'v.record(…), or v.array(v.tuple([…])) of its entries'),
  set: string('JSON has no sets', 'v.array(…)'),
  nan: string('JSON has no NaN', 'v.null()'),
  symbol: string('JSON has no symbols', 'v.string()'),
  function: string('JSON has no functions', 'the schema of what the function gives'),
  promise: string('JSON has no promises', 'the schema of what the promise gives'),
  blob: string('JSON has no binary data', 'v.pipe(v.string(), v.base64())'),
  file: string('JSON has no files', 'v.pipe(v.string(), v.base64())'),
  instance: string('JSON has no classes', 'v.object({ … }) with what stands on the wire'),
  custom: {
    what: 'nobody but its function knows what it takes',
    instead: 'write v.pipe(v.string(), v.check(…)), or another schema that a v.check() follows',
  },
};

/** Why a type of valibot's schemas can't be documented, and what to write. */
export function noJsonFor(type: string): NoJson | undefined {
  return Object.hasOwn(NO_JSON, type) ? NO_JSON[type] : undefined;
}
