import type { ReadingRules } from '../files/document-files.js';
import { UsageError } from './run-command.js';

/** The options of all commands that read documents, for `parseArgs()`. */
export const READING_OPTIONS: {
  readonly root: { readonly type: 'string' };
  readonly 'allow-remote': {
    readonly type: 'string';
    readonly multiple: true;
    readonly default: string[];
  };
} = {
  root: { type: 'string' },
  'allow-remote': { type: 'string', multiple: true, default: [] },
};

/** The lines of these options in the help of a command. */
export const READING_HELP: string = `  --root <folder>    the folder of all files that a document refers to (default: the folder of
                     the document)
  --allow-remote <origin>
                     an origin that a document may refer to, such as https://example.org;
                     repeatable`;

/**
 * Returns the rules that the options set.
 *
 * @throws UsageError for an origin that is not one of HTTP
 */
export function parseReadingRules(values: {
  readonly root?: string | undefined;
  readonly 'allow-remote': readonly string[];
}): Pick<ReadingRules, 'allowRemote' | 'root'> {
  return { root: values.root, allowRemote: values['allow-remote'].map(parseOrigin) };
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/')
    return url.origin;
  throw new UsageError(`--allow-remote must be an origin such as https://example.org, not ${text}`);
}
