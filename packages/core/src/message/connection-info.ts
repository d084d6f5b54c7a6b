/** A connection, as handlers and dependencies see it. */
export interface ConnectionInfo {
  /** 128 random bits. */
  readonly id: string;
  /** The address of the client; undefined if the runtime doesn't report it. */
  readonly address: string | undefined;
  /** When the connection was opened. */
  readonly openedAt: Date;
  /**
   * Closes the connection after running calls have ended. Its subscriptions end without a last word.
   *
   * @param code 1000, or 3000 to 4999. Default: 1000.
   * @param reason at most 123 bytes. Default: none.
   */
  close(code?: number, reason?: string): void;
  /**
   * Sets when the credential of the client expires. The subscriptions then end with Unauthorized, and the
   * connection is closed with the code 4401, after running calls have ended. A later call replaces the time of
   * an earlier one.
   *
   * @param time a `Date`, or milliseconds since 1970. A time that has passed takes effect at once, a
   *   later one up to a second late.
   */
  expireAt(time: Date | number): void;
}
