import type { HasOptionalParams, ParamsOf } from './typed-methods.js';

/** The params of a method, which are optional if it needs none, and the options of the call. */
export type CallArguments<Methods, Name extends string, Options> =
  HasOptionalParams<Methods, Name> extends true
    ? [params?: ParamsOf<Methods, Name>, options?: Options]
    : [params: ParamsOf<Methods, Name>, options?: Options];
