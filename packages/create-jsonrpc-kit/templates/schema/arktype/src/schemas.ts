import { type } from 'arktype';

export const Name = type('1 <= string <= 100');

export const Greeting = type({ message: 'string' });
