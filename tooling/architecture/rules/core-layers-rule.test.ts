import { describe, expect, test } from 'vitest';

import { faultsWith } from '../faults-with.ts';

const parse = 'packages/core/src/protocol/parse.ts';

describe('a layer', () => {
  test.each([
    ['a value', "import { api } from '../api/api.js';"],
    ['a type', "import type { Api } from '../api/api.js';"],
    ['a re-export', "export * from '../api/api.js';"],
    ['an import()', "const api = import('../api/api.js');"],
  ])('may not import %s from a higher one', (_, source) => {
    expect(faultsWith({ [parse]: source }).coreLayers).toEqual([
      `${parse}: protocol may not import api/api.ts, api is a higher layer`,
    ]);
  });

  test('may import from its own folder', () => {
    const beside = { 'packages/core/src/protocol/beside.ts': "import './parse.js';" };
    expect(faultsWith(beside).coreLayers).toEqual([]);
  });

  test('has to be on the list', () => {
    const file = 'packages/core/src/utils/shared.ts';
    expect(faultsWith({ [file]: '' }).coreLayers).toEqual([
      `${file}: is in no layer; tooling/architecture/core-layers.ts names them`,
    ]);
  });

  test('is what every file but the doors is in', () => {
    expect(faultsWith({ 'packages/core/src/types.ts': '' }).coreLayers).toHaveLength(1);
  });
});

describe('a door', () => {
  test('may not be imported inside', () => {
    expect(faultsWith({ [parse]: "import '../index.js';" }).coreLayers).toEqual([
      `${parse}: imports the door index.ts, which is for those outside`,
    ]);
  });

  test('may not be imported by another door', () => {
    const door = { 'packages/core/src/index.ts': "export type * from './adapter.js';" };
    expect(faultsWith(door).coreLayers).toHaveLength(1);
  });

  test('may not be imported by the name of the package', () => {
    const source = "import { Api } from '@jsonrpc-kit/core';";
    expect(faultsWith({ [parse]: source }).coreLayers).toEqual([
      `${parse}: imports "@jsonrpc-kit/core", its own package, through a door`,
    ]);
  });
});

describe('AsyncLocalStorage', () => {
  const api = 'packages/core/src/api/api.ts';

  test('is not loaded by any other door', () => {
    expect(
      faultsWith({ [api]: "import { store } from '../context/store.js';" }).coreLayers,
    ).toEqual([
      'packages/core/src/index.ts → packages/core/src/api/api.ts → ' +
        'packages/core/src/context/store.ts → node:async_hooks: only context.ts may load this',
    ]);
  });

  test('may be known to others by its types', () => {
    const source = "import type { Store } from '../context/store.js';";
    expect(faultsWith({ [api]: source }).coreLayers).toEqual([]);
  });
});
