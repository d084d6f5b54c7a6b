/** Reports the progress of a call to its client. */
export interface Progress {
  /**
   * Sends a value to the client, if the client has asked for progress with a `progressToken` and can
   * receive it before the response. At most 10 reports of a call are sent in a second: between two of
   * them, only the latest value is kept. The last one is always sent. Never throws.
   *
   * @param value anything that JSON can carry. It is encoded when it is sent.
   */
  readonly report: (value: unknown) => void;
}
