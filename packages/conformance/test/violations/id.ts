import { PARSE_ERRORS, type Violation } from './violation.js';
import { isObject, type Members, correctBehavior } from '../behavior.js';

const withId = (change: (id: unknown) => unknown): NonNullable<Violation['behavior']> => ({
  success: (id, result) => correctBehavior.success(change(id), result),
  error: (failure, id) => correctBehavior.error(failure, change(id)),
});

const hasId = (request: unknown, isRight: (id: unknown) => boolean): boolean =>
  isObject(request) && isRight(request['id']);

export const idViolations: readonly Violation[] = [
  {
    name: 'converts long ids to strings',
    behavior: withId((id) => (typeof id === 'number' && id > 100 ? String(id) : id)),
    fails: ['id.number'],
  },
  {
    name: 'converts numeric ids to numbers',
    behavior: withId((id) =>
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
    name: 'treats a falsy id as missing',
    behavior: { isNotification: (request: Members) => !hasId(request, Boolean) },
    fails: ['id.empty-string', 'id.zero', 'id.of-errors', 'batch.of-many'],
  },
  {
    name: 'treats the id null as missing',
    behavior: {
      isId: (id) => id === null || correctBehavior.isId(id),
      isNotification: (request: Members) => request['id'] === undefined || request['id'] === null,
    },
    fails: ['id.null', 'kit.id-rejected'],
  },
  {
    name: 'trims ids',
    behavior: withId((id) => (typeof id === 'string' ? id.trim() : id)),
    fails: ['id.string'],
  },
  {
    name: 'drops the sign of ids',
    behavior: withId((id) => (typeof id === 'number' ? Math.abs(id) : id)),
    fails: ['id.negative'],
  },
  {
    name: 'supports ASCII only',
    behavior: { encode: (response) => correctBehavior.encode(response).replaceAll(/[^ -~]/g, '?') },
    fails: ['id.unicode', 'http.unicode'],
  },
  {
    name: 'rounds ids',
    behavior: {
      isId: (id) => typeof id === 'string' || typeof id === 'number',
      ...withId((id) => (typeof id === 'number' ? Math.round(id) : id)),
      idOf: (value) => (isObject(value) && value['id'] !== undefined ? value['id'] : null),
    },
    fails: ['id.fraction', 'id.wrong-type', 'kit.id-rejected'],
  },
  {
    name: 'accepts any id',
    behavior: {
      isId: () => true,
      idOf: (value) => (isObject(value) && value['id'] !== undefined ? value['id'] : null),
    },
    fails: ['id.wrong-type', 'kit.id-rejected'],
  },
  {
    name: 'treats a falsy id as null in errors',
    behavior: { error: (failure, id) => correctBehavior.error(failure, id || null) },
    fails: ['id.of-errors'],
  },
  {
    name: 'omits the id of a Parse error',
    behavior: {
      error: (failure, id) => {
        const { jsonrpc, error } = correctBehavior.error(failure, id) as Members;
        return failure.code === -32700 ? { jsonrpc, error } : correctBehavior.error(failure, id);
      },
    },
    fails: [...PARSE_ERRORS, 'response.id'],
  },
];
