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

/** The context of a call with the member that the source `progress` reads. The context of every call has it. */
export interface ReportingCall {
  /** @throws InvalidRequest if the token of the client is invalid */
  readonly progress: Progress;
}
