import * as v from 'valibot';
import { tally } from './tally.js';

export const TOKEN_HEADER = 'user-auth-token';
export const Token = v.string();
export const GreetParams = v.object({});
export const Greeting = v.string();

export function greet(token: string): string {
  tally.handlers += 1;
  return `Hello, ${token}`;
}
