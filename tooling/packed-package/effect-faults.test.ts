import { expect, test } from 'vitest';

import { effectFaults } from './effect-faults.mjs';
import { packedModule } from './packed-module.mjs';

const contents = {
  'dist/index.js': `export const one = 1;\nexport function two() { console.log(2); }`,
  'dist/context.js': `import { use } from './index.js';\nuse(1);`,
  'dist/main.js': `console.log('It runs');`,
};
const files = Object.keys(contents);
const modules = Object.entries(contents).map(([file, source]) => packedModule(file, source));
const named = { name: 'a', version: '1.0.0', bin: { a: './dist/main.js' } };

function faultsOf(sideEffects: boolean | string[]): readonly string[] {
  return effectFaults({ ...named, sideEffects }, modules, files);
}

test('effects that are named are no fault, nor are those of a command', () => {
  expect(faultsOf(['./dist/context.js'])).toEqual([]);
});

test('an effect that is not named is a fault', () => {
  const fault = 'dist/context.js:2 does something when it is loaded; sideEffects names it not';
  expect(faultsOf(false)).toEqual([fault]);
});

test('a file that is not there is a fault', () => {
  expect(faultsOf(['./dist/context.js', './dist/gone.js'])).toEqual([
    'sideEffects names dist/gone.js, which is not packed',
  ]);
});

test('to say nothing is a fault', () => {
  expect(effectFaults(named, [], [])).toEqual(['package.json says nothing of sideEffects']);
});
