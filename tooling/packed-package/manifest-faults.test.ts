import { expect, test } from 'vitest';

import { manifestFaults } from './manifest-faults.mjs';
import { publishedManifest } from './published-manifest.mjs';

const manifest = {
  version: '0.0.0',
  description: 'It',
  keywords: ['json-rpc'],
  license: 'MIT',
  engines: { node: '>=20.19.0' },
  exports: {},
  sideEffects: false,
  files: ['dist'],
  publishConfig: { access: 'public', provenance: true },
};

test('a complete package.json has no fault', () => {
  expect(manifestFaults(manifest, [])).toEqual([]);
});

test('what is missing is a fault', () => {
  const { description: _, sideEffects: __, publishConfig: ___, ...rest } = manifest;
  expect(manifestFaults(rest, [])).toEqual([
    'package.json has no "description"',
    'package.json has no "sideEffects"',
    'publishConfig is not { "access": "public", "provenance": true }',
  ]);
});

test('a version without a changelog is a fault', () => {
  const released = { ...manifest, version: '0.1.0' };
  expect(manifestFaults(released, [])).toEqual(['CHANGELOG.md is missing']);
  expect(manifestFaults(released, ['CHANGELOG.md'])).toEqual([]);
});

test('what is published has no scripts, and the addresses of the root', () => {
  const source = { ...manifest, scripts: { test: 'vitest' }, devDependencies: { vitest: '4' } };
  expect(manifestFaults(source, [])).toHaveLength(2);
  const repository = { type: 'git', url: 'git+https://git.example/kit.git' };
  const workspace = {
    repository,
    homepage: 'https://kit.example',
    bugs: 'https://kit.example/bugs',
  };
  expect(publishedManifest(source, workspace, 'packages/a')).toEqual({
    ...manifest,
    ...workspace,
    repository: { ...repository, directory: 'packages/a' },
  });
});

test('without addresses there are none', () => {
  expect(publishedManifest(manifest, {}, 'packages/a')).toEqual(manifest);
});
