import type { Locator, Page } from 'playwright-core';

/** A call that was sent by the button "Execute", with its response. */
export interface ExecutedCall {
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly message: unknown;
  };
  readonly status: number;
  readonly response: unknown;
  /** The body of the response as the page displays it. */
  readonly displayed: unknown;
}

/** Drives one operation of the page, by its path. */
export class Operation {
  readonly #page: Page;
  readonly #block: Locator;

  constructor(page: Page, path: string) {
    this.#page = page;
    this.#block = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
  }

  /** The element of the operation. */
  get block(): Locator {
    return this.#block;
  }

  /** The URL of the operation. */
  async link(): Promise<string> {
    const hash = await this.#block.locator('.opblock-summary a').first().getAttribute('href');
    return new URL(hash ?? '', this.#page.url()).href;
  }

  isOpen(): Promise<boolean> {
    return this.#block.evaluate((block) => block.classList.contains('is-open'));
  }

  async open(): Promise<this> {
    if (!(await this.isOpen())) await this.#block.locator('.opblock-summary-control').click();
    // Swagger UI resolves references before it displays the parameters and the body.
    await this.#block.locator('.body-param__text').waitFor();
    return this;
  }

  async close(): Promise<void> {
    if (await this.isOpen()) await this.#block.locator('.opblock-summary-control').click();
  }

  /** The distance from the upper edge of the window in pixels. */
  async top(): Promise<number> {
    return (await areaOf(this.#block)).y;
  }

  hasHeader(name: string): Promise<boolean> {
    return this.#header(name).isVisible();
  }

  async fillHeader(name: string, value: string): Promise<void> {
    await this.#header(name).locator('input').fill(value);
  }

  /** The message in the form. */
  async message(): Promise<unknown> {
    return JSON.parse(await this.#block.locator('.body-param__text').inputValue());
  }

  async fillMessage(message: unknown): Promise<void> {
    await this.#block.locator('.body-param__text').fill(JSON.stringify(message));
  }

  /** Sends the form. */
  async tryOut(): Promise<ExecutedCall> {
    const clear = this.#block.locator('.btn-clear');
    if (await clear.isVisible()) await clear.click();
    const responded = this.#page.waitForResponse((one) => one.request().method() === 'POST');
    await this.#block.locator('.execute').click();
    const response = await responded;
    const request = response.request();
    return {
      request: {
        url: request.url(),
        headers: await request.allHeaders(),
        message: request.postDataJSON(),
      },
      status: response.status(),
      response: await response.json(),
      displayed: JSON.parse((await this.#response.textContent()) ?? ''),
    };
  }

  #header(name: string): Locator {
    return this.#block.locator(`[data-param-name="${name}"][data-param-in="header"]`);
  }

  /** The area of the operation down to the lower edge of the response. */
  async areaToResponse(): Promise<Area> {
    const block = await areaOf(this.#block);
    const response = await areaOf(this.#response);
    return { ...block, height: response.y + response.height + 8 - block.y };
  }

  get #response(): Locator {
    return this.#block.locator('.live-responses-table .response .highlight-code pre').first();
  }
}

/** In pixels from the upper left corner of the window. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function areaOf(locator: Locator): Promise<Area> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not visible');
  return box;
}
