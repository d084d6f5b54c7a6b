/** How a client authenticates (OpenAPI 3.1: Security Scheme Object). */
export type SecurityScheme =
  | {
      readonly type: 'http';
      readonly scheme: 'basic' | 'bearer';
      readonly bearerFormat?: string | undefined;
      readonly description?: string | undefined;
    }
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'cookie';
      readonly name: string;
      readonly description?: string | undefined;
    };

/** A scheme and its name in the `components.securitySchemes` of an OpenAPI schema. */
export interface SecurityRequirement {
  /** A key of `components.securitySchemes`. */
  readonly schemeName: string;
  /** The entry under that key. */
  readonly scheme: SecurityScheme;
}

/** The schemes of a credential. A client has to satisfy one of them. */
export interface SecurityAlternatives {
  /** In the order in which they are tried. */
  readonly schemes: readonly SecurityRequirement[];
  /** Whether a request without a credential is accepted. */
  readonly isOptional: boolean;
}
