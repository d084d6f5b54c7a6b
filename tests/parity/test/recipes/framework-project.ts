import { join } from 'node:path';
import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';
import { packPackages } from '@jsonrpc-kit/test-support/packed-packages';
import { createProject } from '@jsonrpc-kit/test-support/project';
import { run } from '@jsonrpc-kit/test-support/run';
import type { Serving } from '../servers/server.js';
import { parityApiModule, recipeCode, serveProcess } from './recipe-server.js';

/** A framework with a build step. It needs a project with the packed packages. */
interface FrameworkProject {
  readonly name: string;
  /** Exact versions, because the lockfile doesn't contain these packages. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The name of the recipe's code block. */
  readonly recipe: string;
  /** The file that contains the recipe in a project. */
  readonly route: string;
  readonly files: Readonly<Record<string, string>>;
  /** The arguments of Node that build the application. */
  readonly build: readonly string[];
  /** The arguments of Node that start the application. */
  readonly start: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

export const next: FrameworkProject = {
  name: 'next',
  dependencies: {
    '@types/react': '19.3.0',
    next: '16.4.6',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
  recipe: 'next.ts',
  route: 'app/api/[[...path]]/route.ts',
  files: { 'next.config.js': 'export default { skipTrailingSlashRedirect: true };\n' },
  build: ['node_modules/next/dist/bin/next', 'build'],
  start: ['node_modules/next/dist/bin/next', 'start'],
  environment: { NEXT_TELEMETRY_DISABLED: '1' },
};

export const sveltekit: FrameworkProject = {
  name: 'sveltekit',
  dependencies: {
    '@sveltejs/adapter-node': '5.5.7',
    // Version 3 needs Node 22.17.
    '@sveltejs/kit': '2.70.4',
    '@sveltejs/vite-plugin-svelte': '6.2.3',
    svelte: '5.57.3',
    vite: '7.3.8',
  },
  recipe: 'sveltekit.ts',
  route: 'src/routes/api/[...path]/+server.ts',
  files: {
    'src/app.html': '<html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
    'svelte.config.js':
      "import adapter from '@sveltejs/adapter-node';\n" +
      'export default { kit: { adapter: adapter() } };\n',
    'vite.config.js':
      "import { sveltekit } from '@sveltejs/kit/vite';\n" +
      'export default { plugins: [sveltekit()] };\n',
  },
  build: ['node_modules/vite/bin/vite.js', 'build'],
  start: ['build/index.js'],
  environment: { BODY_SIZE_LIMIT: '5M' },
};

/** Installs, builds and starts an application with the recipe. */
export async function serveProject(framework: FrameworkProject): Promise<Serving> {
  const { name, dependencies, recipe, route, files, build, start, environment } = framework;
  const project = createProject(name);
  const tarballs = await packPackages(project.folder);
  const versions = {
    ...dependencies,
    '@jsonrpc-kit/core': `file:${tarballs.get('@jsonrpc-kit/core')}`,
    '@types/node': catalogVersion('@types/node'),
    // Both frameworks use the compiler's JavaScript API.
    typescript: '5.9.3',
    valibot: catalogVersion('valibot'),
  };
  const manifest = { private: true, type: 'module', dependencies: versions };
  project.write('package.json', JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  project.write(route, recipeCode(recipe));
  project.write(join(route, '../api.js'), await parityApiModule());
  await project.install();
  await run(process.execPath, build, project.folder);
  const serving = await serveProcess(project.folder, [process.execPath, ...start], environment);
  return {
    port: serving.port,
    close: async () => {
      await serving.close();
      project.remove();
    },
  };
}
