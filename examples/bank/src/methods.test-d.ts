import { expectTypeOf } from 'vitest';
import type { NotEnoughMoney } from './errors/not-enough-money.js';
import type * as methods from './methods.js';

/** What a typed client reads. */
type Signature<Name extends keyof typeof methods> = NonNullable<(typeof methods)[Name]['~types']>;

expectTypeOf<Signature<'transfer'>['params']>().toEqualTypeOf<{
  from: string;
  to: string;
  amount: number;
}>();
expectTypeOf<Signature<'transfer'>['result']>().toEqualTypeOf<{
  movementId: number;
  balance: number;
}>();

// A dependency's parameter is the method's too; one with a default may be left out.
expectTypeOf<Signature<'statement'>['params']>().toEqualTypeOf<{
  accountId: string;
  limit?: number | undefined;
}>();

// Headers are no parameters.
expectTypeOf<Signature<'openAccount'>['params']>().toEqualTypeOf<{ name: string }>();

expectTypeOf<
  Extract<Signature<'withdraw'>['error'], { code: 6001 }>
>().toEqualTypeOf<NotEnoughMoney>();
