import { UNKNOWN_METHODS, type Violation } from './violation.js';
import { Failure, type Members, type Method, correctBehavior } from '../behavior.js';

/** Replaces one error code with another. */
const insteadOf = (code: number, other: number): NonNullable<Violation['behavior']> => ({
  error: (failure, id) =>
    correctBehavior.error(
      failure.code === code ? new Failure(other, failure.message) : failure,
      id,
    ),
});

const named = (change: (name: string) => string): NonNullable<Violation['behavior']> => ({
  find: (name) => correctBehavior.find(change(name)),
});

export const methodViolations: readonly Violation[] = [
  {
    name: 'sends Invalid Request for unknown methods',
    behavior: insteadOf(-32601, -32600),
    fails: [...UNKNOWN_METHODS],
  },
  {
    name: 'finds inherited methods',
    behavior: { find: (name) => (correctBehavior.methods as Members)[name] as Method | undefined },
    fails: ['method.inherited-name'],
  },
  {
    name: 'finds any method that starts with rpc.',
    behavior: {
      find: (name) => (name.startsWith('rpc.') ? () => null : correctBehavior.find(name)),
    },
    fails: ['method.reserved-name'],
  },
  {
    name: 'ignores the case of method names',
    behavior: named((name) => name.toLowerCase()),
    fails: ['method.exact-name'],
  },
  {
    name: 'trims method names',
    behavior: named((name) => name.trim()),
    fails: ['method.exact-name'],
  },
  {
    name: 'finds a method with an empty name',
    behavior: { find: (name) => (name === '' ? () => null : correctBehavior.find(name)) },
    fails: ['method.empty-name'],
  },
];
