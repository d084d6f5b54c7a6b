import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of a Chromium: that of the environment variable `CHROMIUM`, one that is installed, or one
 * that Playwright has downloaded before. Undefined where there is none, and for `CHROMIUM=none`.
 *
 * @throws Error where `CHROMIUM` names none
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM: asked = '', PATH: path = '' } = environment;
  if (asked === 'none') return undefined;
  if (asked !== '') {
    if (isExecutable(asked)) return asked;
    throw new Error(`CHROMIUM is to be the path of a Chromium; ${asked} can't be executed`);
  }
  const installed = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...installed, ...applications, chromium.executablePath()].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
