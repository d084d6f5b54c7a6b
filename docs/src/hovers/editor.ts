import { join } from 'node:path';

import ts from 'typescript-5';

/** What an editor shows where the pointer rests. */
export interface Hover {
  /** The declaration, as TypeScript writes it. */
  readonly shown: string;
  /** The comment. */
  readonly told: string;
}

/** The settings of a user's project. */
const settings: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** An editor with these files open, as if they stood in a folder where the packages are installed. */
export class Editor {
  readonly #folder: string;
  readonly #service: ts.LanguageService;

  constructor(folder: string, files: ReadonlyMap<string, string>) {
    this.#folder = folder;
    const open = new Map(Array.from(files, ([name, text]) => [join(folder, name), text]));
    const readFile = (path: string): string | undefined => open.get(path) ?? ts.sys.readFile(path);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => settings,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      getScriptFileNames: () => [...open.keys()],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const text = readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (path) => open.has(path) || ts.sys.fileExists(path),
      readFile,
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    });
  }

  hover(file: string, position: number): Hover | undefined {
    const info = this.#service.getQuickInfoAtPosition(join(this.#folder, file), position);
    return (
      info && {
        shown: ts.displayPartsToString(info.displayParts),
        told: ts.displayPartsToString(info.documentation),
      }
    );
  }

  /** What is underlined in red. */
  errors(file: string): readonly string[] {
    const path = join(this.#folder, file);
    return [
      ...this.#service.getSyntacticDiagnostics(path),
      ...this.#service.getSemanticDiagnostics(path),
    ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }
}
