/** A request as it goes over the wire, and the answer that it has to get. */
export interface Exchange {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** The decoded body; undefined where it is empty. */
  readonly answer: unknown;
}
