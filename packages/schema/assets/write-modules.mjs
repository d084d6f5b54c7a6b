// Writes the assets of the docs page as modules into src/page/assets, for the compiler to take up:
// what the page needs is imported, not read, so it is found wherever a server runs, in a bundle and
// on runtimes without a file system too. Nothing of it is in git.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const modules = join(here, '../src/page/assets');
const licenses = join(here, '../dist/licenses/swagger-ui');
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The text of each asset, by the name under which the page finds it. */
const assets = {
  'docs-page.css': read(here, 'docs-page.css'),
  'docs-page.js': read(here, 'docs-page.js'),
  'favicon.svg': read(here, 'favicon.svg'),
  'swagger-ui-theme.css': read(here, 'swagger-ui-theme.css'),
  'swagger-ui.css': read(swaggerUi, 'swagger-ui.css'),
  'swagger-ui-bundle.js': read(swaggerUi, 'swagger-ui-bundle.js'),
  // The name that the bundle itself gives for it.
  'swagger-ui-bundle.js.LICENSE.txt': read(swaggerUi, 'swagger-ui-bundle.js.LICENSE.txt'),
  'swagger-ui.LICENSE.txt': `${read(swaggerUi, 'NOTICE')}\n${read(swaggerUi, 'LICENSE')}`,
};

mkdirSync(modules, { recursive: true });
for (const [name, text] of Object.entries(assets)) {
  const module = name.toLowerCase().replaceAll('.', '-');
  writeWhereChanged(join(modules, `${module}.ts`), moduleOf(text));
}

// Beside the modules, as the files that whoever looks for a licence looks for.
mkdirSync(licenses, { recursive: true });
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  copyFileSync(join(swaggerUi, name), join(licenses, name));
}

/**
 * @param {string} folder
 * @param {string} name
 */
function read(folder, name) {
  return readFileSync(join(folder, name), 'utf8');
}

/** @param {string} text */
function moduleOf(text) {
  const hash = createHash('sha256').update(text).digest('base64url');
  return [
    '// Written by assets/write-modules.mjs.',
    `export const text: string = ${JSON.stringify(text)};`,
    `export const hash: string = '${hash}';`,
    '',
  ].join('\n');
}

/**
 * A file that stays as it is needs no new compilation.
 *
 * @param {string} file
 * @param {string} content
 */
function writeWhereChanged(file, content) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  writeFileSync(file, content);
}
