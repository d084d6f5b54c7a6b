import { posix } from 'node:path';

/**
 * What is wrong with the README of a package, which is its page on npm: a paragraph, a snippet, its
 * options, and links that lead somewhere from there. npm leads relative links to the package's folder
 * in the repository; other packages have pages of their own.
 *
 * @param {string} text
 * @param {string} name of the package
 * @param {(path: string) => boolean} exists whether its folder has a file
 * @returns {string[]}
 */
export function readmeFaults(text, name, exists) {
  const [title, paragraph = ''] = text.split('\n\n');
  const [beginning = ''] = text.split(/^## /m);
  const faults = [];
  if (title !== `# ${name}`) faults.push(`README.md does not begin with "# ${name}"`);
  if (!/^[A-Z[]/.test(paragraph) || !/^```ts\n/m.test(beginning)) {
    faults.push('README.md does not begin with a paragraph and a snippet');
  }
  if (!/^#+ Options$|^\| option /m.test(text)) faults.push('README.md tells no options');

  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const anchors = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)];
  for (const link of new Set(links.map(([, inText, inTag]) => inText ?? inTag ?? ''))) {
    const [path = '', anchor] = link.split('#');
    if (link.startsWith('https://')) continue;
    const leadsToFile = path === '' || (posix.normalize(path) === path && exists(path));
    const leadsToHeading =
      anchor === undefined || !['', 'README.md'].includes(path) || anchors.includes(anchor);
    if (!leadsToFile || !leadsToHeading) faults.push(`README.md has a link to nothing: ${link}`);
  }
  return faults;
}

/** @param {string} heading */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
