import type { Fault } from '../fault.js';
import { isObject, type Members, rightRules } from '../rules.js';

const withId = (change: (id: unknown) => unknown): NonNullable<Fault['rules']> => ({
  success: (id, result) => rightRules.success(change(id), result),
  error: (failure, id) => rightRules.error(failure, change(id)),
});

const hasId = (request: unknown, isRight: (id: unknown) => boolean): boolean =>
  isObject(request) && isRight(request['id']);

export const idFaults: readonly Fault[] = [
  {
    name: 'turns long ids into strings',
    rules: withId((id) => (typeof id === 'number' && id > 100 ? String(id) : id)),
    fails: ['id.number'],
  },
  {
    name: 'turns ids into numbers where it can',
    rules: withId((id) =>
      typeof id === 'string' && id.trim() !== '' && !Number.isNaN(Number(id)) ? Number(id) : id,
    ),
    fails: [
      'params.many-positions',
      'params.absent',
      'id.numeric-string',
      'method.unknown',
      'batch.mixed',
    ],
  },
  {
    name: 'takes a false id for none',
    rules: { isNotification: (request: Members) => !hasId(request, Boolean) },
    fails: ['id.empty-string', 'id.zero', 'id.of-errors', 'batch.of-many'],
  },
  {
    name: 'takes the id null for none',
    rules: {
      isId: (id) => id === null || rightRules.isId(id),
      isNotification: (request: Members) => request['id'] === undefined || request['id'] === null,
    },
    fails: ['id.null', 'kit.id-refused'],
  },
  {
    name: 'trims ids',
    rules: withId((id) => (typeof id === 'string' ? id.trim() : id)),
    fails: ['id.string'],
  },
  {
    name: 'has no sign',
    rules: withId((id) => (typeof id === 'number' ? Math.abs(id) : id)),
    fails: ['id.negative'],
  },
  {
    name: 'knows ASCII only',
    rules: { encode: (answer) => rightRules.encode(answer).replaceAll(/[^ -~]/g, '?') },
    fails: ['id.unicode', 'http.unicode'],
  },
  {
    name: 'rounds ids',
    rules: {
      isId: (id) => typeof id === 'string' || typeof id === 'number',
      ...withId((id) => (typeof id === 'number' ? Math.round(id) : id)),
      idOf: (value) => (isObject(value) && value['id'] !== undefined ? value['id'] : null),
    },
    fails: ['id.fraction', 'id.wrong-type', 'kit.id-refused'],
  },
  {
    name: 'takes any id',
    rules: {
      isId: () => true,
      idOf: (value) => (isObject(value) && value['id'] !== undefined ? value['id'] : null),
    },
    fails: ['id.wrong-type', 'kit.id-refused'],
  },
  {
    name: 'takes a false id for none in errors',
    rules: { error: (failure, id) => rightRules.error(failure, id || null) },
    fails: ['id.of-errors'],
  },
  {
    name: 'leaves the id out where there is no JSON',
    rules: {
      error: (failure, id) => {
        const { jsonrpc, error } = rightRules.error(failure, id) as Members;
        return failure.code === -32700 ? { jsonrpc, error } : rightRules.error(failure, id);
      },
    },
    fails: [
      'parse.broken',
      'parse.broken-batch',
      'parse.not-quite-json',
      'parse.empty',
      'response.id',
      'kit.byte-order-mark',
      'kit.invalid-utf-8',
      'kit.empty-body',
    ],
  },
];
