import { expectTypeOf } from 'vitest';
import type { NotEnoughMoney } from './errors/not-enough-money.js';
import type * as methods from './methods.js';

/** The type of a method that a typed client uses. */
type Signature<Name extends Exclude<keyof typeof methods, 'movements'>> = NonNullable<
  (typeof methods)[Name]['~types']
>;

expectTypeOf<Signature<'transfer'>['params']>().toEqualTypeOf<{
  from: string;
  to: string;
  amount: number;
}>();
expectTypeOf<Signature<'transfer'>['result']>().toEqualTypeOf<{
  movementId: number;
  balance: number;
}>();

// Includes the parameters of dependencies. One with a default is optional.
expectTypeOf<Signature<'statement'>['params']>().toEqualTypeOf<{
  accountId: string;
  limit?: number | undefined;
}>();

// Headers are not parameters.
expectTypeOf<Signature<'openAccount'>['params']>().toEqualTypeOf<{ name: string }>();

expectTypeOf<
  Extract<Signature<'withdraw'>['error'], { code: 6001 }>
>().toEqualTypeOf<NotEnoughMoney>();
