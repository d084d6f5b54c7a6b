import * as z from 'zod';

export const Name = z.string().min(1).max(100);

export const Greeting = z.object({ message: z.string() });
