import { describe, expect, test } from 'vitest';
import { parseOptions } from './parse-options.js';
import { planOf } from './plan-of.js';

const plan = (...args: readonly string[]) => planOf(parseOptions(args));
const comparisonsOf = (...args: readonly string[]): string[] =>
  plan(...args).comparisons.map(
    ({ framework, workload, contestants }) =>
      `${framework} ${workload.name}: ${contestants.map(({ name }) => name).join(' ')}`,
  );

describe('without options', () => {
  test('everybody is measured with everything, and how the cost of a call grows', () => {
    const { comparisons, scalings, options } = plan();
    expect(comparisons).toHaveLength(4 * 8);
    expect(comparisons.at(-1)?.contestants.map(({ name }) => name)).toEqual([
      'bare',
      'bare-bytes',
      'kit',
      'kit-context',
      'bare-context',
      'json-rpc-2.0',
      'json-rpc-2.0-context',
      'trpc',
      'orpc',
    ]);
    expect(scalings.map(({ framework, to }) => `${framework} ${to.name}`)).toEqual([
      'node batch-1000',
      'node single-of-1000',
      'hono batch-1000',
      'hono single-of-1000',
      'express batch-1000',
      'express single-of-1000',
      'fastify batch-1000',
      'fastify single-of-1000',
    ]);
    expect(options).toEqual({ rounds: 60, processes: 5, seconds: 0.05, warmUpSeconds: 1 });
  });
});

describe('options', () => {
  test('choose frameworks, workloads and contestants, as lists or several times', () => {
    const args = ['--framework', 'express,hono', '--workload', 'header', '--workload', 'single'];
    expect(comparisonsOf(...args, '--contestant', 'kit,jayson')).toEqual([
      'express header: kit jayson',
      'express single: kit jayson',
      'hono header: kit',
      'hono single: kit',
    ]);
    expect(plan(...args).scalings).toEqual([]);
  });

  test('--quick measures the base and jsonrpc-kit with two workloads', () => {
    expect(comparisonsOf('--quick', '--framework', 'node,fastify')).toEqual([
      'node single: bare kit',
      'node batch-100: bare kit',
      'fastify single: bare bare-bytes kit',
      'fastify batch-100: bare bare-bytes kit',
    ]);
    const { options, scalings } = plan('--quick', '--rounds', '6', '--processes', '2');
    expect(options).toEqual({ rounds: 6, processes: 2, seconds: 0.05, warmUpSeconds: 0.2 });
    expect(scalings).toEqual([]);
  });

  test('--scaling measures nothing else', () => {
    const { comparisons, scalings } = plan('--scaling', '--framework', 'hono');
    expect(comparisons).toEqual([]);
    expect(scalings.map(({ contestants }) => contestants.map(({ name }) => name))).toEqual([
      ['bare', 'kit'],
      ['bare', 'kit'],
    ]);
  });

  test('--before adds jsonrpc-kit of another checkout', () => {
    expect(comparisonsOf('--quick', '--framework', 'hono', '--before', '../other')).toEqual([
      'hono single: bare bare-bytes kit kit-before',
      'hono batch-100: bare bare-bytes kit kit-before',
    ]);
  });

  test('name the other commands', () => {
    expect(parseOptions(['core', '--case', 'a, b', '--compare', 'last'])).toMatchObject({
      command: 'core',
      cases: ['a, b'],
      compare: 'last',
    });
    expect(parseOptions(['profile']).command).toBe('profile');
  });
});

describe('what can not be meant is refused', () => {
  test.each([
    [['--framework', 'koa'], 'There is no framework "koa"; there are node, hono, express, fastify'],
    [['--workload', 'big'], 'There is no workload "big"; there are single, batch-10,'],
    [['--contestant', 'me'], 'node has no contestant "me"; it has bare, kit,'],
    [
      ['--framework', 'hono', '--contestant', 'jayson'],
      'None of these frameworks has a contestant',
    ],
    [['--rounds', '0'], '--rounds takes a number over 0, not "0"'],
    [['--seconds', 'one'], '--seconds takes a number over 0, not "one"'],
    [['measure'], 'There is no command "measure"'],
    [['core', 'profile'], 'One command at a time: core, profile'],
    [['--fast'], 'Unknown option'],
  ])('%j', (args, message) => {
    expect(() => plan(...args)).toThrow(message);
  });
});
