import { isObject } from '../options/describe-value.js';

/** The version in package.json, which `npm run release:version` writes here. */
export const VERSION = '0.0.0';

/** What this package can recognize when another copy of it has created it. */
export type BrandKind =
  | 'Api'
  | 'Entrypoint'
  | 'Method'
  | 'Subscription'
  | 'BaseError'
  | 'HttpError'
  | 'EarlyResponse'
  | 'EncodedEvent'
  | 'FetchHttpRequest';

export interface Brand {
  readonly kind: BrandKind;
  /** The version of the copy. */
  readonly version: string;
}

/** A registered symbol, because an application may load several copies of this package. */
export const BRAND: unique symbol = Symbol.for('@jsonrpc-kit/core');

/** Creates a brand, which is another object in each copy of this package. */
export function createBrand(kind: BrandKind): Brand {
  return Object.freeze({ kind, version: VERSION });
}

/** Adds a brand to a prototype, outside the types, which would differ between two copies. */
export function addBrand(prototype: object, kind: BrandKind): void {
  Object.defineProperty(prototype, BRAND, { value: createBrand(kind) });
}

/** Returns the brand of a value; undefined without a brand of this kind. Never throws. */
export function brandOf(value: unknown, kind: BrandKind): Brand | undefined {
  if (!isObject(value)) return undefined;
  try {
    const brand = (value as { readonly [BRAND]?: Brand })[BRAND];
    return brand?.kind === kind ? brand : undefined;
  } catch {
    // A proxy or a getter has thrown an error.
    return undefined;
  }
}

export function hasBrand(value: unknown, kind: BrandKind): boolean {
  return brandOf(value, kind) !== undefined;
}

/**
 * Rejects a value from a copy of this package that doesn't work with this copy. An entrypoint contains
 * compiled methods, so it needs an api of the same version. Anything else needs a compatible version.
 *
 * @param what the value, for the error message: `method "ping"`
 * @throws TypeError if the versions don't work together; the message contains both
 */
export function checkVersion(what: string, value: unknown, kind: BrandKind): void {
  const { version } = brandOf(value, kind) ?? { version: VERSION };
  const range = kind === 'Entrypoint' ? (exact: string) => exact : caretRange;
  if (range(version) === range(VERSION)) return;
  throw new TypeError(
    `${what} comes from @jsonrpc-kit/core ${version}, which doesn't work with ${VERSION}. Install one ` +
      `version. "npm ls @jsonrpc-kit/core" lists the copies.`,
  );
}

/** The part of a version that a caret range fixes: `1` of 1.4.2, and `0.4` of 0.4.2. */
function caretRange(version: string): string {
  return /^(?:0\.\d+|\d+)/.exec(version)?.[0] ?? version;
}
