import * as v from 'valibot';

export const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

export const Greeting = v.object({ message: v.string() });
