import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The text that an editor shows when you hover over a name. */
export interface Hover {
  readonly declaration: string;
  readonly docstring: string;
}

/** The compiler options of a user's project. */
const settings: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** An editor with open files in a folder where the packages are installed. */
export class Editor {
  readonly #folder: string;
  readonly #service: ts.LanguageService;

  /** @param files the text of each file by its path in the folder */
  constructor(folder: string, files: ReadonlyMap<string, string>) {
    this.#folder = folder;
    const open = new Map(Array.from(files, ([name, text]) => [join(folder, name), text]));
    const folders = new Set(Array.from(open.keys(), (path) => dirname(path)));
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
      directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    });
  }

  hover(file: string, position: number): Hover | undefined {
    const info = this.#service.getQuickInfoAtPosition(join(this.#folder, file), position);
    return (
      info && {
        declaration: ts.displayPartsToString(info.displayParts),
        docstring: ts.displayPartsToString(info.documentation),
      }
    );
  }

  /** Returns the syntax tree of a file. */
  sourceFile(file: string): ts.SourceFile {
    const found = this.#service.getProgram()?.getSourceFile(join(this.#folder, file));
    if (found === undefined) throw new Error(`${file} doesn't exist`);
    return found;
  }

  /** Returns the names that a module exports. */
  exportsOf(path: string): readonly string[] {
    const program = this.#service.getProgram();
    const file = program?.getSourceFile(path);
    const module = file && program?.getTypeChecker().getSymbolAtLocation(file);
    if (!program || !module) throw new Error(`${path} is not a module`);
    return program
      .getTypeChecker()
      .getExportsOfModule(module)
      .map(({ name }) => name);
  }

  /** Returns the messages of all errors in a file. */
  errors(file: string): readonly string[] {
    const path = join(this.#folder, file);
    return [
      ...this.#service.getSyntacticDiagnostics(path),
      ...this.#service.getSemanticDiagnostics(path),
    ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }
}
