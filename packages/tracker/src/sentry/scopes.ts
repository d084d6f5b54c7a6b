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

/** Where something belongs: its scopes, and the span that is active in them. */
export interface Scopes {
  readonly isolationScope: Scope;
  readonly scope: Scope;
  /** In Sentry 10 the caller's, too, of which only the ids are known. */
  readonly span: Span | undefined;
}

/** Those of the current flow. */
export function currentScopes(): Scopes {
  return {
    isolationScope: getIsolationScope(),
    scope: getCurrentScope(),
    span: getActiveSpan(),
  };
}

/**
 * Runs `work` in these scopes, whatever the asynchronous flow is: that of a call that had to wait is
 * another call's, and that of what comes after an answer its HTTP request's.
 */
export function inScopes<T>({ isolationScope, scope, span }: Scopes, work: () => T): T {
  return withIsolationScope(isolationScope, () =>
    withScope(scope, () => withActiveSpan(span ?? null, work)),
  );
}

/** Runs `work` in scopes below these, of which they see nothing. */
export function belowScopes<T>(scopes: Scopes, work: () => T): T {
  const below = (): T => withIsolationScope(scopes.isolationScope.clone(), work);
  // Every step into a scope copies one, so none is made that is not needed.
  return getIsolationScope() === scopes.isolationScope ? below() : inScopes(scopes, below);
}
