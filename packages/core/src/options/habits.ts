/** An option of other libraries, and what replaces it here. */
interface Habit {
  /** An option that only the owners have for whom the advice is right. */
  readonly ownersWith: string;
  readonly advice: string;
}

const METHOD = 'args';
const ENTRYPOINT = 'messageDependencies';
const API = 'allowedHosts';

const ARGS = { ownersWith: METHOD, advice: 'Write args: { amount: v.number() }.' };
const RESULT = { ownersWith: METHOD, advice: 'Write result: v.object({ … }).' };
const HANDLER = { ownersWith: METHOD, advice: 'Pass the function as the third argument.' };
const CREDENTIAL = {
  ownersWith: METHOD,
  advice: 'Write args: { token: httpBearer() }, or a dependency that reads a credential.',
};
const LIMITS = { ownersWith: ENTRYPOINT, advice: 'Move it into limits: { … }.' };
const CORS = 'Use the CORS middleware of your framework.';

/** By the name of the option. The first habit for the owner applies. */
const HABITS: Readonly<Record<string, readonly Habit[] | undefined>> = {
  input: [ARGS],
  params: [ARGS],
  output: [RESULT],
  returns: [RESULT],
  response: [RESULT],
  handler: [HANDLER],
  resolve: [HANDLER],
  auth: [
    CREDENTIAL,
    {
      ownersWith: ENTRYPOINT,
      advice: 'Add a dependency that reads a credential to commonDependencies.',
    },
  ],
  security: [CREDENTIAL],
  dependencies: [
    {
      ownersWith: ENTRYPOINT,
      advice: 'Write commonDependencies (once per call) or messageDependencies (once per message).',
    },
  ],
  maxBodyBytes: [LIMITS],
  maxBatchSize: [LIMITS],
  methods: [{ ownersWith: ENTRYPOINT, advice: 'Call entrypoint.method() or addMethods().' }],
  entrypoints: [{ ownersWith: API, advice: 'Call api.bindEntrypoint().' }],
  rateLimit: [{ ownersWith: API, advice: 'Set it on an entrypoint or a method.' }],
  middlewares: [{ ownersWith: API, advice: 'Set them on an entrypoint or a method.' }],
  cors: [
    { ownersWith: API, advice: CORS },
    { ownersWith: ENTRYPOINT, advice: CORS },
  ],
};

/** Returns how to write an option of other libraries; undefined if the option isn't a known habit. */
export function habitAdvice(unknown: string, allowed: readonly string[]): string | undefined {
  const habits = Object.hasOwn(HABITS, unknown) ? HABITS[unknown] : undefined;
  return habits?.find(({ ownersWith }) => allowed.includes(ownersWith))?.advice;
}
