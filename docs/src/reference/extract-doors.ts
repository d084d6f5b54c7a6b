import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
  ExtractorMessageCategory,
} from '@microsoft/api-extractor';
import { type ApiEntryPoint, ApiModel } from '@microsoft/api-extractor-model';

import type { PackageDoor } from './package-doors.js';

/** What API Extractor has read of one door. */
export interface ExtractedDoor {
  readonly door: PackageDoor;
  readonly entryPoint: ApiEntryPoint;
  /** Comments that are not well-formed, in words. */
  readonly badComments: readonly string[];
}

/** Reads the declarations of all doors, in one program, as they import each other. */
export function extractDoors(doors: readonly PackageDoor[]): readonly ExtractedDoor[] {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const configs = doors.map((door) => extractorConfig(door, join(folder, `${door.page}.json`)));
    const [first] = configs;
    if (first === undefined) return [];
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: doors.map(({ declarations }) => declarations),
    });
    return doors.map((door, index) => {
      const config = configs[index] ?? first;
      const badComments: string[] = [];
      Extractor.invoke(config, {
        compilerState,
        localBuild: true,
        messageCallback: (message) => {
          if (isBadComment(message)) badComments.push(inWords(message));
          message.handled = true;
        },
      });
      const { entryPoints } = new ApiModel().loadPackage(config.apiJsonFilePath);
      const [entryPoint] = entryPoints;
      if (entryPoint === undefined) throw new Error(`${door.specifier} has no entry point`);
      return { door, entryPoint, badComments };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function extractorConfig(door: PackageDoor, apiJsonFilePath: string): ExtractorConfig {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(door.packageFolder, 'package.json'),
    configObject: {
      projectFolder: door.packageFolder,
      mainEntryPointFilePath: door.declarations,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2023',
            lib: ['ES2023', 'DOM', 'DOM.Iterable'],
            module: 'nodenext',
            moduleResolution: 'nodenext',
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
            types: ['node'],
          },
          files: [door.declarations],
        },
      },
      apiReport: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // What is not exported is looked at too: an exported interface may stand on one.
      docModel: { enabled: true, apiJsonFilePath, includeForgottenExports: true },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.Warning } },
      },
    },
  });
}

/** The hyphen after a parameter's name, and `@module`, are matters of style. */
const ofStyle = new Set(['tsdoc-param-tag-missing-hyphen', 'tsdoc-undefined-tag']);

function isBadComment({ category, messageId, logLevel }: ExtractorMessage): boolean {
  return (
    category === ExtractorMessageCategory.TSDoc &&
    logLevel === ExtractorLogLevel.Warning &&
    !ofStyle.has(messageId)
  );
}

function inWords({ sourceFilePath, sourceFileLine, text }: ExtractorMessage): string {
  return `${sourceFilePath ?? '?'}:${sourceFileLine ?? '?'} ${text}`;
}
