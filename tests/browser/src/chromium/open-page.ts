import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a separate browser profile, with the problems that occurred. */
export interface OpenedPage {
  readonly page: Page;
  /**
   * Requests to other origins (which are blocked), violations of the content security policy, errors
   * in the console, exceptions, and failed requests.
   */
  readonly problems: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Opens an empty page that may send requests to one origin only. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const found: string[] = [];
  const report = (text: string): void => void found.push(text);

  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      report(`request to ${route.request().url()}`);
      await route.abort();
    },
  );
  await context.exposeFunction('reportViolation', report);
  await context.addInitScript(reportViolations);
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => report(`exception: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    report(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()}: ${response.url()}`);
  });

  const page = await context.newPage();
  const problems = async (): Promise<readonly string[]> => {
    // The browser reports earlier events before it responds to this command.
    await page.evaluate('0');
    return found;
  };
  return { page, problems, close: () => context.close() };
}

declare function reportViolation(text: string): void;

/** Runs in the browser, before any script of the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
    reportViolation(`policy: ${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
}
