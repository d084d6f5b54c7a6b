import { receivedValues } from './compare-results.js';
import { compareValues } from './compare-values.js';
import type { Finding } from './change.js';
import { containmentMismatches } from './containment/containment.js';
import type { Mismatch } from './containment/mismatch.js';
import type { Method } from '../document/methods.js';

/** Whether the server sends the method, as a notification. Its params are what clients receive. */
export function isEvent({ value: { 'x-implemented-by': implementers }, result }: Method): boolean {
  const list: readonly unknown[] = Array.isArray(implementers) ? implementers : [];
  return list.includes('client') && !list.includes('server') && result === undefined;
}

/** Compares the params of an event: whether old clients still receive events that fit the old document. */
export function compareEvents(old: Method, next: Method): readonly Finding[] {
  return compareValues([old, next], {
    ...receivedValues,
    mismatches: paramsMismatches,
    subject: (path) =>
      path === '' ? `The event "${old.name}"` : `"${path.slice(1)}" of the event "${old.name}"`,
  });
}

/** Returns the mismatches that keep the params of an event from being contained in those of another one. */
function paramsMismatches(inner: Method, outer: Method): readonly Mismatch[] {
  const pointers = { inner: inner.pointer, outer: outer.pointer };
  const isByName = [inner, outer].every(({ paramStructure }) => paramStructure === 'by-name');
  const byKey = ({ params }: Method) =>
    new Map(
      params.map((param, index) => [isByName ? param.name : `${index} ${param.name}`, param]),
    );
  const [sent, expected] = [byKey(inner), byKey(outer)];
  const place = (member: string) => ({ path: `.${member}`, member, detail: '' });
  return [
    ...structuresOf(inner)
      .filter((structure) => !structuresOf(outer).includes(structure))
      .map((structure) => ({
        kind: 'type' as const,
        ...pointers,
        path: '',
        detail: `params ${structure}`,
      })),
    ...[...expected].flatMap(([key, param]): readonly Mismatch[] => {
      const same = sent.get(key);
      const isMissing = param.required && same?.required !== true;
      const schemas = same === undefined ? [] : containmentMismatches(same.schema, param.schema);
      return [
        ...(isMissing
          ? [
              {
                kind: 'required' as const,
                inner: same?.pointer ?? inner.pointer,
                outer: param.pointer,
                isDeclared: same !== undefined,
                ...place(param.name),
              },
            ]
          : []),
        ...schemas.map((one) => ({ ...one, path: `.${param.name}${one.path}` })),
      ];
    }),
    ...[...sent]
      .filter(([key]) => !expected.has(key))
      .map(([, { name, pointer }]) => ({
        kind: 'undeclared' as const,
        ...pointers,
        inner: pointer,
        ...place(name),
      })),
  ];
}

function structuresOf({ paramStructure }: Method): readonly string[] {
  return paramStructure === 'either'
    ? ['by name', 'by position']
    : [paramStructure.replace('-', ' ')];
}
