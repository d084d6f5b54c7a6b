/** The place where an application uses a schema. */
export interface SchemaUsage {
  /** For error messages, such as `method withdraw of /bank, parameter "amount"`. */
  readonly where: string;
  /** Names of the component that contains the schema, from short to full. */
  readonly componentNames: readonly string[];
}

/** Why a schema can't be described by JSON Schema. */
export interface UnsupportedSchema {
  /** The location within the schema, such as `.items[].price`. Default: the schema itself. */
  readonly path?: string | undefined;
  /** Such as `bigint: JSON has no big integers`. */
  readonly problem: string;
  /** What to write instead, as a sentence without its full stop. */
  readonly fix: string;
  readonly cause?: unknown;
}

/** The last resort for any schema, as the end of a {@link UnsupportedSchema.fix}. */
export const USE_DOCUMENT_AS =
  'declare its JSON form with documentAs(schema, { type: "string" }) from @jsonrpc-kit/schema';

/** Creates the error for a schema that JSON Schema can't describe. */
export function unsupportedSchema(
  { where }: SchemaUsage,
  { path = '', problem, fix, cause }: UnsupportedSchema,
): TypeError {
  const at = path === '' ? '' : ` at ${path}`;
  return new TypeError(
    `${where}: cannot describe the schema${at} as JSON Schema: ${problem}. ${fix}.`,
    // Node prints the cause of an error even if it is undefined.
    cause === undefined ? undefined : { cause },
  );
}

/** What to write instead of a valibot schema without a JSON Schema, by the schema's `type`. */
const VALIBOT_PROBLEMS: Readonly<Record<string, readonly [problem: string, fix: string]>> = {
  bigint: [
    'JSON has no big integers',
    'v.pipe(v.string(), v.digits(), v.maxLength(19), v.toBigint()), or for a result v.pipe(v.bigint(), v.toString())',
  ],
  map: ['JSON has no maps', 'v.record(…), or v.array(v.tuple([…])) of its entries'],
  set: ['JSON has no sets', 'v.array(…)'],
  nan: ['JSON has no NaN', 'v.null()'],
  symbol: ['JSON has no symbols', 'v.string()'],
  function: ['JSON has no functions', "the schema of the function's return value"],
  promise: ['JSON has no promises', 'the schema of the value that the promise resolves to'],
  blob: ['JSON has no binary data', 'v.pipe(v.string(), v.base64())'],
  file: ['JSON has no files', 'v.pipe(v.string(), v.base64())'],
  instance: ['JSON has no classes', 'v.object({ … }) with the members that JSON has'],
  custom: [
    'only its function knows which values it accepts',
    'v.pipe(v.string(), v.check(…)), or another schema followed by v.check()',
  ],
};

/** Returns why a type of valibot schema is unsupported; undefined if it is supported. */
export function unsupportedByValibot(type: string): UnsupportedSchema | undefined {
  const known = Object.hasOwn(VALIBOT_PROBLEMS, type) ? VALIBOT_PROBLEMS[type] : undefined;
  if (known === undefined) return undefined;
  const [problem, instead] = known;
  return { problem: `${type}: ${problem}`, fix: `Write ${instead}, or ${USE_DOCUMENT_AS}` };
}

/** What to write instead of a zod schema without a JSON Schema, by the schema's `type`. */
const ZOD_FIXES: Readonly<Record<string, string | undefined>> = {
  transform: 'Pipe the output into a schema, such as z.….transform(…).pipe(z.string())',
  bigint:
    String.raw`Write z.string().regex(/^\d+$/).transform(BigInt), or for a result ` +
    'z.bigint().transform(String).pipe(z.string())',
  map: 'Write z.record(z.string(), …), or z.array(z.tuple([…])) of its entries',
  set: 'Write z.array(…)',
  nan: 'Write z.null()',
  symbol: 'Write z.string()',
  function: "Write the schema of the function's return value",
  custom:
    'Write z.string().refine(…), or another schema followed by .refine(), and for a class ' +
    'z.object({ … }) with the members that JSON has',
};

/** @param type the zod type, such as `bigint`; undefined if zod doesn't name the schema */
export function fixForZod(type: string | undefined): string {
  const fix = ZOD_FIXES[type ?? ''] ?? 'Write a schema of the JSON value';
  return `${fix}, or ${USE_DOCUMENT_AS}`;
}
