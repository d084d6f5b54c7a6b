import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validateOpenRPCDocument } from '@open-rpc/schema-utils-js';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'vitest';

/** Validates an OpenAPI 3.1 document, including its references. */
export async function expectValidOpenApi(document: object): Promise<void> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(copyOf(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
  expectResolvable(document);
  const keys = Object.keys((document as { components: { schemas: object } }).components.schemas);
  expect(keys.filter((key) => !/^[a-zA-Z0-9._-]+$/.test(key))).toEqual([]);
}

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Checks that an OpenAPI document has no errors by a set of rules of `redocly lint`. */
export async function expectLinted(
  document: object,
  rules: 'recommended' | 'recommended-strict',
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-redocly-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    const args = [redocly, 'lint', `--extends=${rules}`, '--format=json', 'openapi.json'];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    // Fails for problems of the severity "error", which the output lists.
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env,
    }).catch((error: { readonly stdout: string }) => error);
    const report = JSON.parse(stdout) as {
      readonly problems: readonly { readonly severity: string; readonly message: string }[];
    };
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By the number of a severity. */
const LEVELS = ['error', 'warning', 'information', 'hint'];

/** Checks that an OpenAPI document has no errors by the recommended rules of Spectral. */
export async function expectNoSpectralErrors(document: object): Promise<void> {
  const spectral = new spectralCore.Spectral();
  // The type of the rules lacks an optional member that the other package expects.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] });
  const problems = await spectral.run(copyOf(document));
  const errors = problems
    .filter(({ severity }) => LEVELS[severity] === 'error')
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
  expect(errors).toEqual([]);
}

/** Validates an OpenRPC document. OpenRPC's own validator misses duplicate method names. */
export function expectValidOpenRpc(document: object): void {
  expect(validateOpenRPCDocument(copyOf(document) as never)).toBe(true);
  expectResolvable(document);
  const { methods } = document as { methods: readonly { name: string }[] };
  const names = methods.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
}

/** Checks that every reference has a target in the document. */
function expectResolvable(document: object): void {
  const text = JSON.stringify(document);
  const refs = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref ?? '');
  const dangling = refs.filter((ref) => {
    const target = ref
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        document,
      );
    return !ref.startsWith('#/') || target === undefined;
  });
  expect(dangling).toEqual([]);
}

function copyOf(document: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
}
