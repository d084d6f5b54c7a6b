import { describe, expect, test } from 'vitest';

import { faultsWith } from '../faults-with.ts';

const coreFile = 'packages/core/src/protocol/parse.ts';
const nodeFile = 'packages/node/src/index.ts';
const clientFile = 'packages/client/src/index.ts';

describe('a package', () => {
  test('may not import against the arrows', () => {
    expect(faultsWith({ [coreFile]: "import '@jsonrpc-kit/node';" }).packageArrows).toEqual([
      `${coreFile}: core may not import "@jsonrpc-kit/node"`,
    ]);
  });

  test('may not import through a door that is not its own', () => {
    expect(faultsWith({ [nodeFile]: "import '@jsonrpc-kit/core';" }).packageArrows).toEqual([
      `${nodeFile}: node may not import "@jsonrpc-kit/core"`,
    ]);
  });

  test('may not import values where the arrow is for types', () => {
    const source = "import { Api } from '@jsonrpc-kit/core';";
    expect(faultsWith({ [clientFile]: source }).packageArrows).toEqual([
      `${clientFile}: client may import only types from "@jsonrpc-kit/core"`,
    ]);
  });

  test('may not reach into the folder of another', () => {
    const source = "import '../../core/src/index.js';";
    expect(faultsWith({ [nodeFile]: source }).packageArrows).toEqual([
      `${nodeFile}: "../../core/src/index.js" leaves the package`,
    ]);
  });

  test('needs a row', () => {
    expect(faultsWith({ 'packages/novel/package.json': '{}' }).packageArrows).toEqual([
      'packages/novel: has no row in tooling/architecture/package-arrows.ts',
    ]);
  });

  test('may not depend on a package that it may not import', () => {
    const file = 'packages/node/package.json';
    const dependencies = '"@jsonrpc-kit/core": "1", "@jsonrpc-kit/hono": "1"';
    expect(faultsWith({ [file]: `{ "dependencies": { ${dependencies} } }` }).packageArrows).toEqual(
      [`${file}: node may not depend on @jsonrpc-kit/hono`],
    );
  });
});

describe('from outside', () => {
  test('the core imports only what is on its list', () => {
    const planted = {
      'packages/core/package.json': '{ "dependencies": { "valibot": "1", "lodash": "4" } }',
      [coreFile]: "import { map } from 'lodash';",
    };
    expect(faultsWith(planted).packageArrows).toEqual([
      'packages/core/package.json: core may not depend on lodash',
      `${coreFile}: "lodash" is none of the dependencies that core may import`,
    ]);
  });

  test('the others import only what their package.json names', () => {
    expect(faultsWith({ [nodeFile]: "import 'express';" }).packageArrows).toEqual([
      `${nodeFile}: "express" is none of the dependencies that node may import`,
    ]);
  });

  test('so do the examples', () => {
    const file = 'examples/bank/src/index.ts';
    expect(faultsWith({ [file]: "import '@jsonrpc-kit/hono';" }).packageArrows).toEqual([
      `${file}: "@jsonrpc-kit/hono" is none of the dependencies that bank may import`,
    ]);
  });

  test.each(['node:fs', 'fs'])('the core may not import %s', (name) => {
    expect(faultsWith({ [coreFile]: `import '${name}';` }).packageArrows).toHaveLength(1);
  });

  test('the core has node:async_hooks in one file', () => {
    const file = 'packages/core/src/context/again.ts';
    expect(faultsWith({ [file]: "import 'node:async_hooks';" }).packageArrows).toEqual([
      `${file}: "node:async_hooks" already stands in packages/core/src/context/store.ts`,
    ]);
  });
});
