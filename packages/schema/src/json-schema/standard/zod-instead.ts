import { DOCUMENT_AS } from '../undocumentable.js';

/** What to write in place of what zod has no JSON Schema for, by a word of its message. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/transform/i, 'name its outcome, as z.….transform(…).pipe(z.string())'],
  [
    /bigint/i,
    String.raw`write z.string().regex(/^\d+$/).transform(BigInt), or for a result ` +
      'z.bigint().transform(String).pipe(z.string())',
  ],
  [/map/i, 'write z.record(z.string(), …), or z.array(z.tuple([…])) of its entries'],
  [/set\b/i, 'write z.array(…)'],
  [/nan\b/i, 'write z.null()'],
  [/symbol/i, 'write z.string()'],
  [/function/i, 'write the schema of what the function gives'],
  [
    /custom/i,
    'write z.string().refine(…), or another schema that a .refine() follows, and for a class ' +
      'z.object({ … }) with what stands on the wire',
  ],
];

/** @param message of zod, as "BigInt cannot be represented in JSON Schema" */
export function zodInstead(message: string): string {
  const found = INSTEAD.find(([word]) => word.test(message));
  return `${found?.[1] ?? 'write the schema of what stands on the wire'}, or ${DOCUMENT_AS}`;
}
