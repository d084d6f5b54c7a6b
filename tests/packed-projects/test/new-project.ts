import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';
import { createProject, type Project } from '@jsonrpc-kit/test-support/project';
import { readmeFiles } from './readme-files.js';

const options = {
  strict: true,
  // Checks the packed declarations as well.
  skipLibCheck: false,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
};

/**
 * Creates the project of the README and runs `npm install`: our packages come from their tarballs,
 * the others from npm's cache or the configured registry. npm reads the packed package.json, so the
 * project fails if a dependency is missing there, or a file was not packed.
 */
export async function newProject(
  framework: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<Project> {
  const project = createProject(framework);
  for (const [path, code] of readmeFiles(framework)) project.write(path, code);
  project.write('package.json', JSON.stringify(manifest(framework, tarballs), undefined, 2));
  project.write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: options, include: ['src', 'test'] }),
  );
  await project.install();
  return project;
}

function manifest(framework: string, tarballs: ReadonlyMap<string, string>): object {
  const files = Object.fromEntries(Array.from(tarballs, ([name, file]) => [name, `file:${file}`]));
  const ours = (name: string): Record<string, string> => ({
    [`@jsonrpc-kit/${name}`]: files[`@jsonrpc-kit/${name}`] ?? '',
  });
  const theirs = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, catalogVersion(name)]));
  const types = framework === 'express' ? ['@types/express'] : [];
  return {
    private: true,
    type: 'module',
    dependencies: {
      ...ours('core'),
      ...ours('node'),
      ...ours(framework),
      ...theirs([framework, 'valibot']),
    },
    devDependencies: {
      ...ours('testing'),
      ...theirs(['@types/node', 'typescript', 'vitest', ...types]),
    },
    // Our packages depend on each other, and the registry has none of them.
    overrides: files,
  };
}
