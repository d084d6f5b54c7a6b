// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { Entrypoint } from '@jsonrpc-kit/core';
import type { MethodSignature } from '@jsonrpc-kit/core/types';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { type Task, type TaskName, type WorkerModule, WorkerPool } from './index.js';
import { move } from './thread/transfer-list.js';

/** The exports of a worker module. */
interface MathModule {
  readonly fibonacci: (n: number) => number;
  readonly primes: (limit: number, options?: { readonly from: number }) => Promise<number[]>;
  readonly average: (...values: number[]) => number;
  readonly never: () => never;
  readonly VERSION: '1';
  readonly Matrix: new () => object;
}

declare const math: WorkerModule<MathModule>;
const rpc = new Entrypoint('/rpc');

describe('task()', () => {
  test('accepts the name of a function that the module exports', () => {
    expectTypeOf<TaskName<MathModule>>().toEqualTypeOf<
      'fibonacci' | 'primes' | 'average' | 'never'
    >();
    math.task('fibonacci');
    // @ts-expect-error -- there is no such function
    math.task('fibonaci');
    // @ts-expect-error -- not a function
    math.task('VERSION');
    // @ts-expect-error -- not a function, but a class
    math.task('Matrix');
  });

  test('provides a function with the same arguments that returns a promise', () => {
    expectTypeOf<Task<MathModule['fibonacci']>>().toEqualTypeOf<(n: number) => Promise<number>>();
    expectTypeOf<Task<MathModule['primes']>>().toEqualTypeOf<
      (limit: number, options?: { readonly from: number }) => Promise<number[]>
    >();
    expectTypeOf<Task<MathModule['average']>>().toEqualTypeOf<
      (...values: number[]) => Promise<number>
    >();
    expectTypeOf<Task<MathModule['never']>>().toEqualTypeOf<() => Promise<never>>();
  });

  test('is an argument source without a param', () => {
    const args = { n: v.number(), fibonacci: math.task('fibonacci') };
    const method = rpc.method('fibonacci', { args, result: v.number() }, ({ n, fibonacci }) => {
      // @ts-expect-error -- n is a number
      void fibonacci('20');
      // @ts-expect-error -- there is one argument
      void fibonacci(1, 2);
      return fibonacci(n);
    });
    type Signature = typeof method extends { readonly '~types'?: infer Types }
      ? Exclude<Types, undefined>
      : never;
    expectTypeOf<Signature>().toExtend<MethodSignature>();
    expectTypeOf<Signature['params']>().toEqualTypeOf<{ n: number }>();
    expectTypeOf<Signature['result']>().toEqualTypeOf<number>();
  });

  test('has a result that must fit the result schema of the method', () => {
    const args = { primes: math.task('primes') };
    rpc.method('primes', { args, result: v.array(v.number()) }, ({ primes }) => primes(10));
    // @ts-expect-error -- primes are numbers
    rpc.method('texts', { args, result: v.array(v.string()) }, ({ primes }) => primes(10));
  });

  test('can be replaced in a unit test', () => {
    const args = { fibonacci: math.task('fibonacci') };
    const method = rpc.method('fib', { args }, ({ fibonacci }) => fibonacci(1));
    expectTypeOf(method.handler).toBeCallableWith({ fibonacci: async (n) => n });
  });
});

describe('run()', () => {
  test('accepts the arguments of the function and returns a promise of its result', () => {
    expectTypeOf(math.run('fibonacci', [20])).toEqualTypeOf<Promise<number>>();
    expectTypeOf(math.run('primes', [20])).toEqualTypeOf<Promise<number[]>>();
    const { signal } = new AbortController();
    expectTypeOf(math.run('primes', [20, { from: 2 }], { signal })).toExtend<Promise<number[]>>();
    // @ts-expect-error -- there is no such function
    void math.run('fibonaci', [20]);
    // @ts-expect-error -- n is a number
    void math.run('fibonacci', ['20']);
    // @ts-expect-error -- the argument is missing
    void math.run('fibonacci', []);
  });
});

test('a module without a type has no tasks', () => {
  const untyped = new WorkerPool().module(new URL('file:///math.js'));
  // @ts-expect-error -- the type of the module is unknown
  untyped.task('fibonacci');
});

test('an unknown option is a compile error', () => {
  // @ts-expect-error -- the option is called maxThreads
  void new WorkerPool({ threads: 1 });
});

describe('move()', () => {
  test('returns its argument with the same type', () => {
    const bytes = new Uint8Array(1);
    expectTypeOf(move(bytes)).toEqualTypeOf<typeof bytes>();
    const image = { width: 1, bytes };
    expectTypeOf(move(image, [bytes.buffer])).toEqualTypeOf<typeof image>();
  });

  test('requires the buffers of an object', () => {
    // @ts-expect-error -- the object is not a buffer
    move({ bytes: new Uint8Array(1) });
  });
});
