import type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from '@jsonrpc-kit/core/description';
import type { SecurityRequirementObject } from '@jsonrpc-kit/openrpc';
import { escapeComponentName } from './component-names.js';

/** The security schemes of one document while it is being generated. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, SecurityScheme>();

  /** All schemes by name. Undefined if no method declares security. */
  get all(): Readonly<Record<string, SecurityScheme>> | undefined {
    return this.#schemes.size === 0 ? undefined : Object.fromEntries(this.#schemes);
  }

  /** Returns one requirement object for every combination that satisfies all credentials. */
  requirements(credentials: readonly SecurityAlternatives[]): readonly SecurityRequirementObject[] {
    if (credentials.length === 0) return [];
    let combinations: readonly SecurityRequirementObject[] = [{}];
    for (const { schemes, isOptional } of credentials) {
      const alternatives = schemes.map((scheme) => ({ [this.#nameOf(scheme)]: [] }));
      const all = isOptional ? [...alternatives, {}] : alternatives;
      combinations = combinations.flatMap((one) => all.map((other) => ({ ...one, ...other })));
    }
    return uniqueRequirements(combinations);
  }

  /** Appends a number to the name if a different scheme already has it. */
  #nameOf({ schemeName, scheme }: SecurityRequirement): string {
    const base = escapeComponentName(schemeName);
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      const known = this.#schemes.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme)) continue;
      this.#schemes.set(name, scheme);
      return name;
    }
  }
}

/** Removes requirements with the same schemes. */
export function uniqueRequirements(
  requirements: readonly SecurityRequirementObject[],
): readonly SecurityRequirementObject[] {
  return [
    ...new Map(requirements.map((one) => [Object.keys(one).toSorted().join(' '), one])).values(),
  ];
}
