/** A server of the documents (OpenAPI 3.1 and OpenRPC: Server Object). */
export interface ApiServer {
  readonly url: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}
