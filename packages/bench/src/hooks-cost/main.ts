/**
 * What instrumentation costs: the CPU time of an HTTP request behind node:http, without hooks and
 * with several of them. Each variant is a process of its own, as what it is set up with is for a
 * whole process: this file once more, with the variant's name.
 *
 *     node dist/hooks-cost/main.js [rounds]
 */
import { type Load, measure, tableOf } from './measure.js';
import { serve } from './serve.js';
import { variants } from './variants.js';

const callOf = (method: string, id: number): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { a: id, b: 2 },
});

const loads: readonly Load[] = [
  { name: 'a call', body: JSON.stringify(callOf('add', 1)), requests: 4000 },
  { name: 'a call that waits', body: JSON.stringify(callOf('wait', 1)), requests: 4000 },
  {
    name: 'a batch of 100',
    body: JSON.stringify(Array.from({ length: 100 }, (_, id) => callOf('wait', id))),
    requests: 300,
  },
];

const [, , argument = '7'] = process.argv;
if (process.send !== undefined) serve(argument);
else console.log(tableOf(await measure(Object.keys(variants), loads, Number(argument))));
