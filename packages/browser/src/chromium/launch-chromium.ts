import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.js';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No name means anything to it, so nothing but this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** A headless browser that is cut off from the network. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium was found: install one, or set CHROMIUM to its path');
  }
  return chromium.launch({ executablePath, args: flags });
}
