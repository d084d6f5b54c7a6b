/** The request of a curl command. */
export interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What to print after the body (`-w`). */
  readonly writeOut: string;
}

/**
 * Reads the few of curl's options that a walk needs, so that it can be walked without curl: `-s`,
 * `-w`, `-X`, `-H`, `-d`, short options also in one word (`-sw format`).
 *
 * @throws Error for any other option, since it could not be obeyed
 */
export function parseCurl(command: string): CurlRequest {
  const [program, ...words] = shellWords(command);
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`);
  const urls: string[] = [];
  const options = new Map<string, string[]>();
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('-')) {
      urls.push(word);
      continue;
    }
    const { silent = '', letter } = /^-(?<silent>s*)(?<letter>[wXHd]?)$/.exec(word)?.groups ?? {};
    if (letter === undefined || word === '-') throw new Error(`Unknown option of curl: ${word}`);
    if (letter === '' && silent !== '') continue;
    const value = words.shift();
    if (value === undefined) throw new Error(`The option ${word} of curl has no value`);
    options.set(letter, [...(options.get(letter) ?? []), value]);
  }
  return requestOf(urls, options, command);
}

function requestOf(
  [url, ...others]: readonly string[],
  options: ReadonlyMap<string, readonly string[]>,
  command: string,
): CurlRequest {
  if (url === undefined || others.length > 0) throw new Error(`One URL is needed: ${command}`);
  const body = options.get('d')?.join('&');
  const defaults =
    body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = (options.get('H') ?? []).map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  return {
    url,
    method: options.get('X')?.at(-1) ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...defaults, ...Object.fromEntries(headers) },
    // curl leaves out the line ends of a file, but not those of its command line.
    body,
    writeOut: options.get('w')?.at(-1) ?? '',
  };
}

/** The words of a command: quotes group, a backslash at the end of a line goes on in the next. */
function shellWords(command: string): string[] {
  const pattern = /\s*(?:\\\n\s*)*((?:'[^']*'|"[^"]*"|[^\s'"\\])+)/gy;
  const words = [...command.matchAll(pattern)].map(([, word = '']) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
  if (words.length === 0) throw new Error('An empty command');
  return words;
}
