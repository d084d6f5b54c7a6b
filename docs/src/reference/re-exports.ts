import { readFileSync } from 'node:fs';

import { parseSync } from 'oxc-parser';

/** What a door hands on of another package. */
export interface ReExport {
  readonly name: string;
  readonly specifier: string;
  readonly nameThere: string;
}

/** API Extractor leaves these out, as they belong to the other package. */
export function reExportsOf(declarations: string): readonly ReExport[] {
  const { module } = parseSync(declarations, readFileSync(declarations, 'utf8'));
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, exportName, importName }) =>
      moduleRequest === null || moduleRequest.value.startsWith('.') || exportName.name === null
        ? []
        : [
            {
              name: exportName.name,
              specifier: moduleRequest.value,
              nameThere: importName.name ?? exportName.name,
            },
          ],
    );
}
