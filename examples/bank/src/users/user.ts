import * as v from 'valibot';

export const User = v.object({ id: v.number(), name: v.string() });
export type User = v.InferOutput<typeof User>;
