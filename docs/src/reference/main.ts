// `npm run reference`: writes `docs/reference` from the docstrings of all published packages. Fails
// if a public name has no docstring, or if a docstring links to a name that doesn't exist.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  Application,
  Converter,
  DeclarationReflection,
  ReflectionKind,
  TSConfigReader,
} from 'typedoc';

import { entryPoints } from './entry-points.js';

const docs = join(import.meta.dirname, '../..');
const root = join(docs, '..');
const all = entryPoints(root);

// Each package imports the sources of the others, so that their names link to one page.
const tsconfig = join(docs, '.tsbuild/tsconfig.reference.json');
writeFileSync(
  tsconfig,
  JSON.stringify({
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      noEmit: true,
      rootDir: root,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      paths: Object.fromEntries(all.map(({ specifier, source }) => [specifier, [source]])),
    },
    files: all.map(({ source }) => source),
    include: [],
  }),
);

// Options of typedoc-plugin-markdown and typedoc-vitepress-theme.
const markdown = {
  router: 'member',
  docsRoot: docs,
  excludeScopesInPaths: true,
  entryFileName: 'index',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  tableColumnSettings: {
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
    hideSources: true,
  },
  pageTitleTemplates: {
    module: '{name}',
    member: ({ rawName }: { rawName: string }) => rawName.replace(/<.*/s, ''),
  },
  sanitizeComments: true,
  useCodeBlocks: true,
  expandParameters: true,
  expandObjects: true,
};

const app = await Application.bootstrapWithPlugins(
  {
    name: 'Reference',
    entryPoints: all.map(({ source }) => source),
    sortEntryPoints: false,
    groupOrder: ['Functions', 'Classes', 'Variables', 'Constructors', 'Methods', 'Properties', '*'],
    tsconfig,
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    out: join(docs, 'reference'),
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    // `npm run types` and `npm run types:typescript-5` report these.
    skipErrorChecking: true,
    validation: { invalidLink: true, notExported: false },
    treatValidationWarningsAsErrors: true,
    treatWarningsAsErrors: true,
    ...markdown,
  },
  [new TSConfigReader()],
);

// A module is named by what a user imports, not by its file.
const specifiers = new Map(all.map(({ specifier, source }) => [source, specifier]));
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    const file = project.files.getReflectionPath(module);
    module.name = specifiers.get(file ?? '') ?? module.name;
  }
});
// A page lists the members that a class or interface declares; `Extends` links to the inherited ones.
// A name with a tilde is internal: it carries a type, or connects the packages.
app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
  for (const member of Object.values(project.reflections)) {
    const isInherited =
      member instanceof DeclarationReflection && member.inheritedFrom?.reflection !== undefined;
    if (isInherited || member.name.startsWith('~')) project.removeReflection(member);
  }
});

const project = await app.convert();
if (project) {
  for (const name of Object.values(project.reflections)) {
    if (name instanceof DeclarationReflection && isPublic(name) && !isDocumented(name)) {
      app.logger.warn(`${name.getFriendlyFullName()} has no docstring`);
    }
  }
  app.validate(project);
  await app.generateOutputs(project);
}
process.exitCode =
  project === undefined || app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;

/** Whether a reader can import the name, or meets it as a member of a class or an interface. */
function isPublic({ parent, kind }: DeclarationReflection): boolean {
  if (kind === ReflectionKind.Constructor || kind === ReflectionKind.Reference) return false;
  return (
    parent?.kindOf([ReflectionKind.Module, ReflectionKind.Class, ReflectionKind.Interface]) === true
  );
}

function isDocumented(name: DeclarationReflection): boolean {
  return name.hasComment() || name.getAllSignatures().some((signature) => signature.hasComment());
}
