import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a browser profile of its own, with all that it complained of. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * What must not happen, as it happened: requests to other origins (which are not let through),
   * violations of the content security policy, errors in the console, exceptions, failed requests.
   */
  readonly complaints: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Opens an empty page that may talk to one origin only. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const heard: string[] = [];
  const complain = (text: string): void => void heard.push(text);

  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      complain(`request to ${route.request().url()}`);
      await route.abort();
    },
  );
  await context.exposeFunction('reportViolation', complain);
  await context.addInitScript(reportViolations);
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`exception: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    complain(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) complain(`${response.status()}: ${response.url()}`);
  });

  const page = await context.newPage();
  const complaints = async (): Promise<readonly string[]> => {
    // What the browser said before, arrives before its answer to this.
    await page.evaluate('0');
    return heard;
  };
  return { page, complaints, close: () => context.close() };
}

declare function reportViolation(text: string): void;

/** Runs in the browser, before any script of the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
    reportViolation(`policy: ${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
}
