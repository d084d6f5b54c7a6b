import {
  getActiveSpan,
  getCurrentScope,
  getIsolationScope,
  type Scope,
  type Span,
  withActiveSpan,
  withIsolationScope,
  withScope,
} from '@sentry/core';

/** The scopes of a request or a call, and the span that is active in them. */
export interface Scopes {
  readonly isolationScope: Scope;
  readonly scope: Scope;
  /** In Sentry 10, this may be the remote span of the client, of which only the ids are known. */
  readonly span: Span | undefined;
}

export function currentScopes(): Scopes {
  return {
    isolationScope: getIsolationScope(),
    scope: getCurrentScope(),
    span: getActiveSpan(),
  };
}

/**
 * Runs `work` in these scopes instead of those of the current asynchronous context. The current context
 * may be wrong: a call that has waited starts in the context of another call, and work after the
 * response runs in that of the request.
 */
export function withScopes<T>({ isolationScope, scope, span }: Scopes, work: () => T): T {
  return withIsolationScope(isolationScope, () =>
    withScope(scope, () => withActiveSpan(span ?? null, work)),
  );
}

/** Runs `work` in a copy of these scopes. */
export function withCopyOfScopes<T>(scopes: Scopes, work: () => T): T {
  const workInCopy = (): T => withIsolationScope(scopes.isolationScope.clone(), work);
  // Entering a scope copies it, which is expensive, so scopes that are already current are not entered
  // again.
  return getIsolationScope() === scopes.isolationScope
    ? workInCopy()
    : withScopes(scopes, workInCopy);
}
