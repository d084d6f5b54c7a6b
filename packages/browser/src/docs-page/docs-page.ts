import type { Locator, Page } from 'playwright-core';
import { Operation } from './operation.js';

/** A docs page as a reader uses it. */
export class DocsPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Goes to its URL, and waits until Swagger UI shows the document. */
  static async open(page: Page, url: string): Promise<DocsPage> {
    await page.goto(url);
    await page.locator('.opblock').first().waitFor();
    return new DocsPage(page);
  }

  /** The paths of all operations in the order in which they are shown. */
  paths(): Promise<readonly string[]> {
    return this.#page
      .locator('.opblock [data-path]')
      .evaluateAll((summaries) =>
        summaries.map((summary) => summary.getAttribute('data-path') ?? ''),
      );
  }

  asksForCredentials(): Promise<boolean> {
    return this.#authorize.isVisible();
  }

  /** Gives user name and password, for all operations that ask for them. */
  async authorize(username: string, password: string): Promise<void> {
    await this.#authorize.click();
    const dialog = this.#page.locator('.modal-ux');
    await dialog.locator('input[name="username"]').fill(username);
    await dialog.locator('input[name="password"]').fill(password);
    await dialog.locator('button[type="submit"]').click();
    await dialog.locator('.btn-done').click();
  }

  get #authorize(): Locator {
    return this.#page.locator('.scheme-container .authorize');
  }

  operation(path: string): Operation {
    return new Operation(this.#page, path);
  }
}
