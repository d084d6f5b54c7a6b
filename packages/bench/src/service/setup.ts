/** How a server is set up for a workload; every contestant understands it. */
export interface Setup {
  /** How many methods are registered, those of the service among them. */
  readonly methods: number;
  /** Whether three middlewares stand around every call. */
  readonly hasMiddlewares: boolean;
  /** Whether a header is read: some peers have another way in for that. */
  readonly readsHeader: boolean;
}

/** The methods of the service itself. */
const methodNames = ['add', 'place', 'greet', 'balance'] as const;

/** Names for methods that nobody calls, up to as many as the setup asks for. */
export function fillerNames({ methods }: Setup): readonly string[] {
  return Array.from({ length: methods - methodNames.length }, (_, index) => `filler${index}`);
}
