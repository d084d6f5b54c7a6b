/** The entrypoint of a call, as its context shows it. */
export interface EntrypointInfo {
  /** The URL path, without a trailing slash. */
  readonly path: string;
  /** Its name in the documents. */
  readonly name: string;
}
