import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint, type EntrypointOptions, type HttpResponse } from '@jsonrpc-kit/core';
import { PATH } from '../contestants/contestant.js';
import type { CaseAnswer, CoreCase } from './core-case.js';
import { MemoryRequest } from './memory-request.js';

interface KitCase {
  readonly name: string;
  /** The message, from which the text of the body is made. */
  readonly send: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: CoreCase['answer'];
  readonly calls?: number;
  readonly hasContext?: boolean;
  /** Declares its methods. */
  readonly declare: (rpc: Entrypoint) => unknown;
  readonly options?: EntrypointOptions;
}

/** A case of jsonrpc-kit: from the text of a body to that of the answer, without HTTP. */
export function kitCase({
  name,
  send,
  headers = {},
  answer,
  calls = 1,
  hasContext = false,
  declare,
  options = {},
}: KitCase): CoreCase {
  const text = JSON.stringify(send);
  const allHeaders = { 'content-type': 'application/json', ...headers };
  return {
    name,
    calls,
    hasContext,
    answer,
    prepare: () => {
      const rpc = new Entrypoint(PATH, options);
      declare(rpc);
      const api = new Api().bindEntrypoint(rpc);
      return () => {
        const handled = adapterApi(api).handle(new MemoryRequest(text, allHeaders));
        if (handled === undefined) throw new Error('The api does not know its own path');
        return handled instanceof Promise ? handled.then(finish) : finish(handled);
      };
    },
  };
}

/** Teardowns are a part of the call. */
function finish(answer: HttpResponse): CaseAnswer | Promise<CaseAnswer> {
  return answer.onSent === undefined ? answer : answer.onSent().then(() => answer);
}
