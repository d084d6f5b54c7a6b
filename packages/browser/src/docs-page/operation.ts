import type { Locator, Page } from 'playwright-core';

/** A call that was tried out, as it went over the wire, and as the page shows its answer. */
export interface TriedOut {
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly message: unknown;
  };
  readonly status: number;
  readonly answer: unknown;
  /** What the page shows as the body of the answer. */
  readonly shown: unknown;
}

/** One operation of a docs page, by its path. */
export class Operation {
  readonly #page: Page;
  readonly #block: Locator;

  constructor(page: Page, path: string) {
    this.#page = page;
    this.#block = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
  }

  /** What the page shows of it, all of it where it is open. */
  get block(): Locator {
    return this.#block;
  }

  /** What leads to it, for others to follow. */
  async link(): Promise<string> {
    const hash = await this.#block.locator('.opblock-summary a').first().getAttribute('href');
    return new URL(hash ?? '', this.#page.url()).href;
  }

  isOpen(): Promise<boolean> {
    return this.#block.evaluate((block) => block.classList.contains('is-open'));
  }

  async open(): Promise<this> {
    if (!(await this.isOpen())) await this.#block.locator('.opblock-summary-control').click();
    // Swagger UI shows parameters and body as soon as it has followed their references.
    await this.#block.locator('.body-param__text').waitFor();
    return this;
  }

  async close(): Promise<void> {
    if (await this.isOpen()) await this.#block.locator('.opblock-summary-control').click();
  }

  /** How far below the upper edge of the window it begins, in pixels. */
  async top(): Promise<number> {
    return (await areaOf(this.#block)).y;
  }

  hasHeader(name: string): Promise<boolean> {
    return this.#header(name).isVisible();
  }

  async fillHeader(name: string, value: string): Promise<void> {
    await this.#header(name).locator('input').fill(value);
  }

  /** The message that is about to be sent. */
  async message(): Promise<unknown> {
    return JSON.parse(await this.#block.locator('.body-param__text').inputValue());
  }

  async fillMessage(message: unknown): Promise<void> {
    await this.#block.locator('.body-param__text').fill(JSON.stringify(message));
  }

  /** Sends what is filled in. */
  async tryOut(): Promise<TriedOut> {
    const clear = this.#block.locator('.btn-clear');
    if (await clear.isVisible()) await clear.click();
    const responded = this.#page.waitForResponse((response) => isCall(response.request().method()));
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
      answer: await response.json(),
      shown: JSON.parse((await this.#answer.textContent()) ?? ''),
    };
  }

  #header(name: string): Locator {
    return this.#block.locator(`[data-param-name="${name}"][data-param-in="header"]`);
  }

  /** Where in the window it is shown, to the lower edge of the answer that it has given. */
  async areaToAnswer(): Promise<Area> {
    const block = await areaOf(this.#block);
    const answer = await areaOf(this.#answer);
    return { ...block, height: answer.y + answer.height + 8 - block.y };
  }

  get #answer(): Locator {
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

async function areaOf(shown: Locator): Promise<Area> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
}

const isCall = (verb: string): boolean => verb === 'POST';
