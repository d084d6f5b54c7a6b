import type { DocumentKind } from './document-kind.js';

export function help({ command, name }: DocumentKind): string {
  return `${command} <module> [options]

Writes the ${name} document of an application. The module is one of JavaScript that exports its Api,
a promise of it, or, with --export, a function that gives it (or an object with it as "api").

  --export <name>   the export, where the module has several Apis, or a function
  --out <file>      where to write; without it, to standard output
  --check           writes nothing: fails where the file differs from what would be written
  --full-names      names of components have always their entrypoint or module in front
${name === 'OpenRPC' ? OPENRPC_OPTIONS : ''}  --help            prints this

The exit code is 0 where the document was written, or the file is right; 1 where --check found a
difference; 2 where there is no document.
`;
}

const OPENRPC_OPTIONS = `  --entrypoint <path>
                    the document of this entrypoint alone
  --openrpc <version>
                    1.3 (default) or 1.4
`;
