import type { Fault } from '../fault.js';
import { Failure, type Members, type Method, rightRules } from '../rules.js';

/** Errors with this code in place of that one. */
const insteadOf = (code: number, other: number): NonNullable<Fault['rules']> => ({
  error: (failure, id) =>
    rightRules.error(failure.code === code ? new Failure(other, failure.message) : failure, id),
});

const named = (change: (name: string) => string): NonNullable<Fault['rules']> => ({
  find: (name) => rightRules.find(change(name)),
});

export const methodFaults: readonly Fault[] = [
  {
    name: 'says Invalid Request for unknown methods',
    rules: insteadOf(-32601, -32600),
    fails: [
      'id.of-errors',
      'method.unknown',
      'method.inherited-name',
      'method.reserved-name',
      'method.exact-name',
      'batch.mixed',
      'batch.of-errors',
      'kit.batch-order',
      'kit.member-order',
      'kit.messages',
      'kit.method-route-refusals',
    ],
  },
  {
    name: 'finds inherited methods',
    rules: { find: (name) => (rightRules.methods as Members)[name] as Method | undefined },
    fails: ['method.inherited-name'],
  },
  {
    name: 'has methods below rpc.',
    rules: { find: (name) => (name.startsWith('rpc.') ? () => null : rightRules.find(name)) },
    fails: ['method.reserved-name'],
  },
  {
    name: 'knows methods in any case',
    rules: named((name) => name.toLowerCase()),
    fails: ['method.exact-name'],
  },
  {
    name: 'trims the names of methods',
    rules: named((name) => name.trim()),
    fails: ['method.exact-name'],
  },
  {
    name: 'has a method for the empty name',
    rules: { find: (name) => (name === '' ? () => null : rightRules.find(name)) },
    fails: ['method.empty-name'],
  },
];
