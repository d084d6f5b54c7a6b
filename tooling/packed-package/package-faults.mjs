import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { contentFaults } from './content-faults.mjs';
import { effectFaults } from './effect-faults.mjs';
import { importFaults } from './import-faults.mjs';
import { manifestFaults } from './manifest-faults.mjs';
import { mapFaults } from './map-faults.mjs';
import { packedFiles, packedManifest } from './packed-files.mjs';
import { packedModule } from './packed-module.mjs';

/**
 * What is wrong with an unpacked package that none of the tools looks at.
 *
 * @param {string} folder the unpacked package
 * @param {string} root the top of the repository
 * @returns {string[]}
 */
export function packageFaults(folder, root) {
  const files = packedFiles(folder);
  const manifest = packedManifest(folder);
  const contents = new Map(
    files
      .filter((file) => /\.(js|ts|map)$/.test(file) && !file.startsWith('src/'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const modules = [...contents]
    .filter(([file]) => !file.endsWith('.map'))
    .map(([file, source]) => packedModule(file, source));

  return [
    ...contentFaults(folder, root),
    ...manifestFaults(manifest, files),
    ...importFaults(manifest, modules, files),
    ...effectFaults(manifest, modules, files),
    ...mapFaults(contents, files),
  ];
}
