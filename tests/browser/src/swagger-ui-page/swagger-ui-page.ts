import type { Locator, Page } from 'playwright-core';
import { Operation } from './operation.js';

/** Drives Swagger UI as the API reference page. */
export class SwaggerUiPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the page and waits until Swagger UI displays the operations. */
  static async open(page: Page, url: string): Promise<SwaggerUiPage> {
    await page.goto(url);
    await page.locator('.opblock').first().waitFor();
    return new SwaggerUiPage(page);
  }

  /** The paths of all operations, in their order on the page. */
  paths(): Promise<readonly string[]> {
    return this.#page
      .locator('.opblock [data-path]')
      .evaluateAll((summaries) =>
        summaries.map((summary) => summary.getAttribute('data-path') ?? ''),
      );
  }

  requiresCredentials(): Promise<boolean> {
    return this.#authorize.isVisible();
  }

  /** Enters user name and password for all operations that require them. */
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
