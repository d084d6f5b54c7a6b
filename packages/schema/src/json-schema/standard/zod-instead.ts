import { DOCUMENT_AS } from '../undocumentable.js';

/** What to write instead of a schema that zod has no JSON Schema for, by the schema's type. */
const INSTEAD: Readonly<Record<string, string | undefined>> = {
  transform: 'name its outcome, as z.….transform(…).pipe(z.string())',
  bigint:
    String.raw`write z.string().regex(/^\d+$/).transform(BigInt), or for a result ` +
    'z.bigint().transform(String).pipe(z.string())',
  map: 'write z.record(z.string(), …), or z.array(z.tuple([…])) of its entries',
  set: 'write z.array(…)',
  nan: 'write z.null()',
  symbol: 'write z.string()',
  function: 'write the schema of what the function gives',
  custom:
    'write z.string().refine(…), or another schema that a .refine() follows, and for a class ' +
    'z.object({ … }) with what stands on the wire',
};

/** @param type the type of zod's schema, as `bigint`; undefined where zod doesn't name the schema */
export function zodInstead(type: string | undefined): string {
  const instead = INSTEAD[type ?? ''] ?? 'write the schema of what stands on the wire';
  return `${instead}, or ${DOCUMENT_AS}`;
}
