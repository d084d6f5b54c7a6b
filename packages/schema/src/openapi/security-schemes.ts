import type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from '@jsonrpc-kit/core/description';
import { componentKey } from '../components/component-key.js';

/** All of these schemes are needed (OpenAPI 3.1: Security Requirement Object). */
export type SecurityRequirementObject = Readonly<Record<string, readonly never[]>>;

/** The `components.securitySchemes` of a document. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, SecurityScheme>();

  get all(): Readonly<Record<string, SecurityScheme>> | undefined {
    return this.#schemes.size === 0 ? undefined : Object.fromEntries(this.#schemes);
  }

  /** One requirement object for each way to satisfy all of the credentials. */
  requirements(credentials: readonly SecurityAlternatives[]): readonly SecurityRequirementObject[] {
    if (credentials.length === 0) return [];
    let combinations: readonly SecurityRequirementObject[] = [{}];
    for (const { schemes, isOptional } of credentials) {
      const ways = schemes.map((scheme) => ({ [this.#nameOf(scheme)]: [] }));
      const all = isOptional ? [...ways, {}] : ways;
      combinations = combinations.flatMap((one) => all.map((way) => ({ ...one, ...way })));
    }
    return uniqueRequirements(combinations);
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

/** Requirements with the same schemes once. */
export function uniqueRequirements(
  requirements: readonly SecurityRequirementObject[],
): readonly SecurityRequirementObject[] {
  return [
    ...new Map(requirements.map((one) => [Object.keys(one).toSorted().join(' '), one])).values(),
  ];
}
