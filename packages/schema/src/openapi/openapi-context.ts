import type {
  ErrorClass,
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from '@jsonrpc-kit/core/description';
import { escapeComponentName } from '../components/component-names.js';
import { DocumentContext } from '../components/document-context.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import {
  describeErrorClass,
  errorDataSchema,
  errorNames,
  errorTitle,
} from '../methods/error-schemas.js';
import { errorResponseSchema } from './envelopes.js';
import type { SecurityRequirementObject } from './openapi-document.js';

/** The components of an OpenAPI document while it is being generated. */
export class OpenApiContext extends DocumentContext {
  readonly #errors = new Map<ErrorClass, JsonSchema>();
  readonly #securitySchemes = new Map<string, SecurityScheme>();

  constructor(fineNames: boolean) {
    super('draft-2020-12', fineNames);
  }

  /** Returns a reference to the error response of a class. */
  errorResponse(error: ErrorClass, entrypointLabel: string): JsonSchema {
    const known = this.#errors.get(error);
    if (known !== undefined) return known;
    const names = errorNames(error, entrypointLabel);
    const { code, message, dataRequired } = error;
    const reference = this.components.add(
      { names, isFixed: false, where: describeErrorClass(error) },
      errorResponseSchema({
        title: errorTitle(error),
        code,
        message,
        data: errorDataSchema(error, names, this),
        dataRequired,
      }),
    );
    this.#errors.set(error, reference);
    return reference;
  }

  get securitySchemes(): Readonly<Record<string, SecurityScheme>> | undefined {
    return this.#securitySchemes.size === 0 ? undefined : Object.fromEntries(this.#securitySchemes);
  }

  /** Returns one requirement object for every combination that satisfies all credentials. */
  securityRequirements(
    credentials: readonly SecurityAlternatives[],
  ): readonly SecurityRequirementObject[] {
    return combineCredentials(credentials, (scheme) => this.#schemeName(scheme));
  }

  /** Appends a number to the name if a different scheme already has it. */
  #schemeName({ schemeName, scheme }: SecurityRequirement): string {
    const base = escapeComponentName(schemeName);
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      const known = this.#securitySchemes.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme)) continue;
      this.#securitySchemes.set(name, scheme);
      return name;
    }
  }
}

/** Returns one requirement object for every combination that satisfies all credentials. */
export function combineCredentials(
  credentials: readonly SecurityAlternatives[],
  nameOf: (scheme: SecurityRequirement) => string,
): readonly SecurityRequirementObject[] {
  if (credentials.length === 0) return [];
  let combinations: readonly SecurityRequirementObject[] = [{}];
  for (const { schemes, isOptional } of credentials) {
    const alternatives = schemes.map((scheme) => ({ [nameOf(scheme)]: [] }));
    const all = isOptional ? [...alternatives, {}] : alternatives;
    combinations = combinations.flatMap((one) => all.map((other) => ({ ...one, ...other })));
  }
  return uniqueRequirements(combinations);
}

/** Removes requirements with the same schemes. */
export function uniqueRequirements(
  requirements: readonly SecurityRequirementObject[],
): readonly SecurityRequirementObject[] {
  return [
    ...new Map(requirements.map((one) => [Object.keys(one).toSorted().join(' '), one])).values(),
  ];
}
