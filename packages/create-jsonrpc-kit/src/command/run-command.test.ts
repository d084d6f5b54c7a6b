import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CTRL_C, DOWN, ENTER, TestTerminal } from '../../test/terminal.js';
import { runCommand } from './run-command.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-jsonrpc-kit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command without a terminal. */
async function run(line: string, variables: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const environment = { folder, input, output, errors, isInteractive: false, variables };
  const code = await runCommand(line.split(' ').filter(Boolean), environment);
  const text = (stream: PassThrough): string => (stream.read() as Buffer | null)?.toString() ?? '';
  return { code, output: text(output), errors: text(errors) };
}

/** Runs the command in a terminal. */
function runIn(terminal: TestTerminal, line: string): Promise<0 | 1 | 2> {
  const { input, output } = terminal;
  const environment = {
    folder,
    input,
    output,
    errors: output,
    isInteractive: true,
    variables: {},
  };
  return runCommand(line.split(' ').filter(Boolean), environment);
}

const dependenciesOf = (project: string): readonly string[] => {
  const manifest = readFileSync(join(folder, project, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies);
};

const all = '--framework node --schema zod --database pglite --package-manager bun';

test('writes the project, and prints its files and the next commands', async () => {
  const { code, output, errors } = await run(`shop ${all}`);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain(
    '\nCreated shop:\n\n  .dockerignore\n  .gitignore\n  AGENTS.md\n  Dockerfile\n',
  );
  expect(output).toContain(
    '\nNext:\n\n  cd shop\n  bun install\n  bun run test\n  bun run dev\n\nThen open http://127.0.0.1:3000/docs.',
  );
  expect(dependenciesOf('shop')).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', '@jsonrpc-kit/node', 'zod']),
  );
  expect(existsSync(join(folder, 'shop/node_modules'))).toBe(false);
});

test('uses the defaults and the package manager that runs it with --yes', async () => {
  const { code, output } = await run('--yes', {
    npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v24.0.0 linux x64',
  });
  expect([code, readdirSync(folder)]).toEqual([0, ['my-service']]);
  expect(output).toContain('  cd my-service\n  pnpm install\n');
  expect(dependenciesOf('my-service')).toEqual(expect.arrayContaining(['hono', 'valibot']));
});

test('uses npm by default', async () => {
  expect((await run('--yes --framework fastify')).output).toContain('  npm install\n');
});

test('writes into the current folder', async () => {
  const service = join(folder, 'service');
  await run(`service ${all}`);
  rmSync(service, { recursive: true });
  const code = await runCommand(['.', '--yes'], {
    folder: service,
    input: new PassThrough(),
    output: new PassThrough(),
    errors: new PassThrough(),
    isInteractive: false,
    variables: {},
  });
  expect(code).toBe(0);
  expect(existsSync(join(service, 'src/methods.ts'))).toBe(true);
});

test('prints the help', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    output: expect.stringContaining('npm create jsonrpc-kit@latest [folder]') as unknown,
    errors: '',
  });
});

test.each([
  [
    'shop',
    'There is no terminal to ask for the missing options. Pass --framework, --schema, --database, --package-manager, or --yes for the defaults.',
  ],
  [
    all,
    'There is no terminal to ask for the missing options. Pass a folder, or --yes for the defaults.',
  ],
  [
    'My_Shop --yes',
    '"My_Shop" is not a valid project name. Use up to 63 lowercase letters, digits and single hyphens, and begin with a letter, as in "my-service".',
  ],
  [
    'shop --yes --framework workers --database pglite',
    "PGlite needs more memory than Cloudflare Workers allow, and can't keep its data there. Choose another framework, or no database.",
  ],
  ['shop --schema joi', '--schema must be one of valibot, zod, arktype, not joi.'],
])('writes nothing for the arguments %s', async (line, message) => {
  const { code, output, errors } = await run(line);
  expect([code, output]).toEqual([2, '']);
  expect(errors).toBe(`${message}\nRun "npm create jsonrpc-kit@latest -- --help" for usage.\n`);
  expect(readdirSync(folder)).toEqual([]);
});

test('says that npm needs "--" before the options', async () => {
  // As npm 11 passes on `npm create jsonrpc-kit shop --framework hono --package-manager npm`.
  const variables = { npm_config_framework: 'true', npm_config_package_manager: 'true' };
  const { code, errors } = await run('shop hono npm', variables);
  expect(code).toBe(2);
  expect(errors).toContain(
    'npm needs "--" before the options of this command. Write "npm create jsonrpc-kit@latest shop -- --framework … --package-manager …".\n',
  );
  expect(readdirSync(folder)).toEqual([]);
  expect((await run(`shop ${all}`, variables)).code).toBe(0);
});

test('writes nothing into a folder that is not empty', async () => {
  await run(`shop ${all}`);
  writeFileSync(join(folder, 'shop/package.json'), 'mine');
  const { code, errors } = await run('shop --yes');
  expect(code).toBe(2);
  expect(errors).toContain('is not empty: it contains .dockerignore and 9 more. Choose another');
  expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).toBe('mine');
});

test('prints why the project could not be written', async () => {
  symlinkSync(join(folder, 'missing'), join(folder, 'shop'));
  const { code, output, errors } = await run('shop --yes');
  expect([code, output]).toEqual([2, '']);
  expect(errors).toMatch(/^The project can't be written: ENOENT: .*, mkdir '.*shop'\n$/);
});

test('asks for the folder and every choice', async () => {
  const terminal = new TestTerminal();
  const running = runIn(terminal, '');
  await terminal.press('Folder', `shop${ENTER}`);
  await terminal.press('Framework', `${DOWN}${ENTER}`);
  await terminal.press('Schema library', `${DOWN}${ENTER}`);
  await terminal.press('Database', `${DOWN}${ENTER}`);
  await terminal.press('Package manager', `${DOWN}${ENTER}`);
  expect(await running).toBe(0);
  expect(dependenciesOf('shop')).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', 'express', 'zod']),
  );
  expect(terminal.screen).toContain('  cd shop\n  pnpm install\n');
});

test('asks only for missing options, and skips a question with one possible option', async () => {
  const terminal = new TestTerminal();
  const running = runIn(terminal, 'shop --framework workers --package-manager npm');
  await terminal.press('Schema library', ENTER);
  expect(await running).toBe(0);
  expect(terminal.screen).toContain('Creating shop');
  expect(dependenciesOf('shop')).not.toContain('@electric-sql/pglite');
});

test('asks again for a folder that is not valid', async () => {
  const terminal = new TestTerminal();
  const running = runIn(terminal, '');
  await terminal.press('Folder', `Shop${ENTER}`);
  await terminal.press('is not a valid project name', CTRL_C);
  expect(await running).toBe(1);
});

test('writes nothing if the user cancels', async () => {
  const terminal = new TestTerminal();
  const running = runIn(terminal, 'shop');
  await terminal.press('Framework', CTRL_C);
  expect(await running).toBe(1);
  expect(terminal.screen).toContain('Cancelled. Nothing was written.');
  expect(readdirSync(folder)).toEqual([]);
});
