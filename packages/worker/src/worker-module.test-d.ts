// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import { Entrypoint, type MethodSignature } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { type Task, type TaskName, type WorkerModule, WorkerPool } from './index.js';
import { move } from './moved.js';

/** The exports of a module for threads. */
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
  test('takes the name of a function that the module exports', () => {
    expectTypeOf<TaskName<MathModule>>().toEqualTypeOf<
      'fibonacci' | 'primes' | 'average' | 'never'
    >();
    math.task('fibonacci');
    // @ts-expect-error -- there is no such function
    math.task('fibonaci');
    // @ts-expect-error -- what is no function can't be run
    math.task('VERSION');
    // @ts-expect-error -- nor can a class
    math.task('Matrix');
  });

  test('gives the function as it is called from the loop', () => {
    expectTypeOf<Task<MathModule['fibonacci']>>().toEqualTypeOf<(n: number) => Promise<number>>();
    expectTypeOf<Task<MathModule['primes']>>().toEqualTypeOf<
      (limit: number, options?: { readonly from: number }) => Promise<number[]>
    >();
    expectTypeOf<Task<MathModule['average']>>().toEqualTypeOf<
      (...values: number[]) => Promise<number>
    >();
    expectTypeOf<Task<MathModule['never']>>().toEqualTypeOf<() => Promise<never>>();
  });

  test('is an argument source, which takes no parameter', () => {
    const args = { n: v.number(), fibonacci: math.task('fibonacci') };
    const method = rpc.method('fibonacci', { args, result: v.number() }, ({ n, fibonacci }) => {
      // @ts-expect-error -- it takes a number
      void fibonacci('20');
      // @ts-expect-error -- one number
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

  test('has its result held against the schema of the method', () => {
    const args = { primes: math.task('primes') };
    rpc.method('primes', { args, result: v.array(v.number()) }, ({ primes }) => primes(10));
    // @ts-expect-error -- they are numbers
    rpc.method('texts', { args, result: v.array(v.string()) }, ({ primes }) => primes(10));
  });

  test('can be replaced in a unit test', () => {
    const args = { fibonacci: math.task('fibonacci') };
    const method = rpc.method('fib', { args }, ({ fibonacci }) => fibonacci(1));
    expectTypeOf(method.handler).toBeCallableWith({ fibonacci: async (n) => n });
  });
});

describe('run()', () => {
  test('takes the arguments of the function and gives its result', () => {
    expectTypeOf(math.run('fibonacci', [20])).toEqualTypeOf<Promise<number>>();
    expectTypeOf(math.run('primes', [20])).toEqualTypeOf<Promise<number[]>>();
    const { signal } = new AbortController();
    expectTypeOf(math.run('primes', [20, { from: 2 }], { signal })).toExtend<Promise<number[]>>();
    // @ts-expect-error -- there is no such function
    void math.run('fibonaci', [20]);
    // @ts-expect-error -- it takes a number
    void math.run('fibonacci', ['20']);
    // @ts-expect-error -- a number is missing
    void math.run('fibonacci', []);
  });
});

test('a module has to be named with its type', () => {
  const untyped = new WorkerPool().module(new URL('file:///math.js'));
  // @ts-expect-error -- of an unknown module no function is known
  untyped.task('fibonacci');
});

test('a wrong option does not compile', () => {
  // @ts-expect-error -- it is `maxThreads`
  void new WorkerPool({ threads: 1 });
});

describe('move()', () => {
  test('gives back what it was given, as it is', () => {
    const bytes = new Uint8Array(1);
    expectTypeOf(move(bytes)).toEqualTypeOf<typeof bytes>();
    const image = { width: 1, bytes };
    expectTypeOf(move(image, [bytes.buffer])).toEqualTypeOf<typeof image>();
  });

  test('needs to be told what of an object to move', () => {
    // @ts-expect-error -- it is no memory itself
    move({ bytes: new Uint8Array(1) });
  });
});
