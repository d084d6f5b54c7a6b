/** A server of the documents (OpenAPI 3.1 and OpenRPC: Server Object). */
export interface ApiServer {
  /** Absolute, or relative to the document. */
  readonly url: string;
  /** For OpenRPC, which wants one. */
  readonly name?: string | undefined;
  /** For people. */
  readonly description?: string | undefined;
}
