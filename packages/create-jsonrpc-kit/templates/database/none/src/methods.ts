import { Entrypoint } from '@jsonrpc-kit/core';
import { Greeting, Name } from './schemas.js';

export const v1 = new Entrypoint('/api/v1/jsonrpc');

export const greet = v1.method(
  'greet',
  {
    args: { name: Name },
    result: Greeting,
    summary: 'Greet a visitor',
    examples: [{ params: { name: 'Ann' }, result: { message: 'Hello, Ann' } }],
  },
  ({ name }) => ({ message: `Hello, ${name}` }),
);
