import { catalogVersion } from './catalog-version.js';
import { createProject, type Project } from './project.js';
import { readmeFiles } from './readme-files.js';

const options = {
  strict: true,
  // The declarations that were packed are compiled too.
  skipLibCheck: false,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
};

/**
 * Makes the project of the README and installs it by `npm install`, as its reader would: our packages
 * out of their tarballs, the others from npm's cache or the registry that it is configured for. What
 * is installed is what npm makes of the tarballs' own package.json, so a dependency that is missing
 * there, or a file that was not packed, is missing here.
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
  const ours = (name: string): Record<string, string> => ({
    [`@jsonrpc-kit/${name}`]: `file:${tarballs.get(`@jsonrpc-kit/${name}`)}`,
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
  };
}
