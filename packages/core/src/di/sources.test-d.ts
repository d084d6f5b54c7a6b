// oxlint-disable vitest/expect-expect, require-yield -- comments expect the errors of the compiler
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { cookie, dependency, header } from '../index.js';
import type { CookieSource, HeaderSource } from '../types.js';

describe('header() and cookie()', () => {
  test('accept a schema whose input is a string, or undefined', () => {
    expectTypeOf(header(v.string())).toEqualTypeOf<HeaderSource<string>>();
    expectTypeOf(cookie(v.optional(v.string()))).toEqualTypeOf<CookieSource<string | undefined>>();
    header(v.picklist(['a', 'b']));
    cookie(v.nullish(v.string(), 'none'));
    header(z.enum(['a', 'b']).optional());
    cookie(type('string.uuid'));
  });

  test('accept a schema that converts a string', () => {
    expectTypeOf(header(v.pipe(v.string(), v.toNumber()))).toEqualTypeOf<HeaderSource<number>>();
    const Count = z.string().transform(Number).pipe(z.int());
    expectTypeOf(cookie(Count)).toEqualTypeOf<CookieSource<number>>();
    expectTypeOf(cookie(type('string.numeric.parse'))).toEqualTypeOf<CookieSource<number>>();
  });

  test('accept a schema of anything, or of strings among other types', () => {
    header(v.unknown());
    cookie(v.any());
    header(z.coerce.number());
    cookie(v.union([v.string(), v.number()]));
  });

  test('reject a schema that no string satisfies', () => {
    // @ts-expect-error -- Headers and cookies are strings, but the input of this schema is not …
    header(v.number());
    // @ts-expect-error -- Headers and cookies are strings, but the input of this schema is not …
    cookie(v.number());
    // @ts-expect-error -- Headers and cookies are strings, but the input of this schema is not …
    header(v.optional(v.boolean()), { alias: 'x-dry-run' });
    // @ts-expect-error -- Headers and cookies are strings, but the input of this schema is not …
    cookie(z.object({ theme: z.string() }));
    // @ts-expect-error -- Headers and cookies are strings, but the input of this schema is not …
    header(type('number'));
  });
});

describe('dependency()', () => {
  test('rejects a plain function as an argument', () => {
    // @ts-expect-error -- Wrap the function …
    dependency({ user: () => 'ann' }, ({ user }) => user);
    // @ts-expect-error -- … Or call it: v.string().
    dependency({ id: v.string }, ({ id }) => id);
  });

  test('accepts a schema that is a function', () => {
    const id = dependency({ id: type('string') }, (args) => args.id);
    expectTypeOf(id).toExtend<{ readonly '~types'?: { value: string } | undefined }>();
  });

  test('rejects a generator that never yields', () => {
    // @ts-expect-error -- This generator never yields …
    dependency({}, function* () {
      return 5;
    });
    // @ts-expect-error -- This generator never yields …
    dependency({ id: v.string() }, async function* ({ id }) {
      await Promise.resolve(id.length);
    });
  });

  test('accepts a function that always throws', () => {
    dependency({}, () => {
      throw new Error('no');
    });
  });

  test('infers a literal that its generator yields', () => {
    const tx = dependency({}, function* () {
      yield 'tx' as const;
    });
    expectTypeOf(tx).toExtend<{ readonly '~types'?: { value: 'tx' } | undefined }>();
  });
});
