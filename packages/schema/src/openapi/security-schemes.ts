import type { SecurityRequirement, SecurityScheme } from '@jsonrpc-kit/core/description';
import { componentKey } from '../components/component-key.js';

/** All of these schemes are needed (OpenAPI 3.1: Security Requirement Object). */
export type SecurityRequirementObject = Readonly<Record<string, readonly never[]>>;

/** The `components.securitySchemes` of a document. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, SecurityScheme>();

  get all(): Readonly<Record<string, SecurityScheme>> | undefined {
    return this.#schemes.size === 0 ? undefined : Object.fromEntries(this.#schemes);
  }

  requirement(requirements: readonly SecurityRequirement[]): SecurityRequirementObject {
    return Object.fromEntries(requirements.map((one) => [this.#nameOf(one), []]));
  }

  /** Two schemes of one name get a number. */
  #nameOf({ schemeName, scheme }: SecurityRequirement): string {
    const key = componentKey(schemeName);
    for (let number = 1; ; number++) {
      const name = number === 1 ? key : `${key}-${number}`;
      const known = this.#schemes.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme)) continue;
      this.#schemes.set(name, scheme);
      return name;
    }
  }
}
