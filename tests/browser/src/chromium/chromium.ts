import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium: the one in the environment variable `CHROMIUM`, an installed one,
 * or one that Playwright has downloaded. Undefined without a Chromium, or with `CHROMIUM=none`.
 *
 * @throws Error if `CHROMIUM` can't be executed
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM: named = '', PATH: path = '' } = environment;
  if (named === 'none') return undefined;
  if (named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(
      `CHROMIUM is ${named}, which can't be executed. Set CHROMIUM to the path of a Chromium.`,
    );
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

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Resolves no name, so the browser reaches only this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Launches a headless browser without access to the network. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('Chromium was not found. Install it, or set CHROMIUM to its path.');
  }
  return chromium.launch({ executablePath, args: flags });
}
