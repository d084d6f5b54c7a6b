import type { Locator, Page } from 'playwright-core';

/** A call that was sent from the page, with its response. */
export interface SentCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: unknown;
  readonly status: number;
  /** The decoded body of the response. Undefined for status 204. */
  readonly response: unknown;
}

/** Drives the API reference page of `@jsonrpc-kit/explorer`. */
export class ExplorerPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until it displays the document. */
  static async open(page: Page, url: string): Promise<ExplorerPage> {
    await page.goto(url);
    await page.locator('.sidebar-content').waitFor({ state: 'attached' });
    return new ExplorerPage(page);
  }

  get heading(): Locator {
    return this.page.locator('main h1');
  }

  /** The form to call the displayed method. */
  get form(): Locator {
    return this.page.locator('.try-it');
  }

  get response(): Locator {
    return this.page.getByRole('region', { name: 'Response', exact: true });
  }

  /** The names of the methods in the sidebar. */
  methodNames(): Promise<readonly string[]> {
    return this.page
      .locator('.sidebar [data-method]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('data-method') ?? ''));
  }

  /** Follows the link to a method in the sidebar. */
  async openMethod(name: string): Promise<void> {
    await this.page.locator(`.sidebar [data-method=${JSON.stringify(name)}]`).click();
    await this.heading.getByText(name, { exact: true }).waitFor();
    await this.editor.waitFor();
  }

  /** The code editor for params. */
  get editor(): Locator {
    return this.page.locator('main').getByRole('textbox', { name: 'Params', exact: true }).and(
      // Before the editor is loaded, the page has a plain field of the same name.
      this.page.locator('.cm-content'),
    );
  }

  /** Opens the code of the call, which is open at first where the page has a column for it. */
  async openCode(): Promise<void> {
    const code = this.page.locator('details.call-code');
    if ((await code.getAttribute('open')) === null) await code.locator('summary').click();
  }

  async fillParams(params: unknown): Promise<void> {
    await this.fillParamsText(JSON.stringify(params));
  }

  async fillParamsText(text: string): Promise<void> {
    // Replacing a selection natively may give Chromium's new elements inline styles, which the policy reports.
    await this.editor.press('ControlOrMeta+A');
    await this.editor.press('Delete');
    await this.editor.fill(text);
  }

  /** Sends the call in the form. */
  send(): Promise<SentCall> {
    return this.sendWith(this.form.getByRole('button', { name: 'Send', exact: true }));
  }

  /** Sends the batch. */
  sendBatch(): Promise<SentCall> {
    return this.sendWith(this.page.getByRole('button', { name: /^Send \d+ calls?$/ }));
  }

  private async sendWith(button: Locator): Promise<SentCall> {
    const responded = this.page.waitForResponse((one) => one.request().method() === 'POST');
    await button.click();
    const response = await responded;
    const request = response.request();
    await this.page.locator('.http-summary').waitFor();
    return {
      url: request.url(),
      headers: await request.allHeaders(),
      message: request.postDataJSON(),
      status: response.status(),
      response: response.status() === 204 ? undefined : await response.json(),
    };
  }
}
