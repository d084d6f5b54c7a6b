import { type } from 'arktype';

export const Name = type('1 <= string <= 100');

// Only listed members are sent: without `'+': 'delete'`, ArkType keeps all others.
export const Greeting = type({ '+': 'delete', message: 'string' });
