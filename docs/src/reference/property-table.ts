import {
  type ApiDeclaredItem,
  ApiIndexSignature,
  ApiOptionalMixin,
  ApiProperty,
  ApiPropertyItem,
  ApiStaticMixin,
} from '@microsoft/api-extractor-model';

import { blocks, type Place, prose } from './documented.js';
import { codeSpan, joinBlocks, table } from './markdown.js';
import type { TypeToken } from './page-links.js';

/** A member that is read, or written, and not called. */
export type Property = ApiPropertyItem | ApiIndexSignature;

export function isProperty(member: ApiDeclaredItem): member is Property {
  return member instanceof ApiPropertyItem || member instanceof ApiIndexSignature;
}

/** A long type, and code in a comment, need more room than a cell has. */
export function fitsInTable(property: Property, place: Place): boolean {
  const type = typeOf(property).map(({ text }) => text);
  return type.join('').length <= 80 && !told(property, place).includes('```');
}

export function propertyTable(properties: readonly Property[], place: Place): string {
  if (properties.length === 0) return '';
  return table(
    ['Member', 'Type', 'What it is'],
    properties.map((property) => [
      codeSpan(nameOf(property)),
      place.links.type(typeOf(property)),
      told(property, place),
    ]),
  );
}

function nameOf(property: Property): string {
  if (property instanceof ApiIndexSignature) {
    const parameters = property.parameters.map(
      ({ name, parameterTypeExcerpt }) => `${name}: ${parameterTypeExcerpt.text}`,
    );
    return `[${parameters.join(', ')}]`;
  }
  const isStatic = ApiStaticMixin.isBaseClassOf(property) && property.isStatic;
  return `${isStatic ? 'static ' : ''}${property.displayName}${isOptional(property) ? '?' : ''}`;
}

function typeOf(property: Property): readonly TypeToken[] {
  if (property instanceof ApiIndexSignature) return property.returnTypeExcerpt.spannedTokens;
  if (property instanceof ApiProperty && property.initializerExcerpt !== undefined) {
    return property.initializerExcerpt.spannedTokens;
  }
  const tokens = property.propertyTypeExcerpt.spannedTokens;
  const last = tokens.at(-1);
  // That what may be left out may be undefined goes without saying.
  return isOptional(property) && last !== undefined
    ? [...tokens.slice(0, -1), withoutUndefined(last)]
    : tokens;
}

function withoutUndefined({ text, canonicalReference }: TypeToken): TypeToken {
  return { text: text.replace(/ \| undefined$/u, ''), canonicalReference };
}

function isOptional(property: Property): boolean {
  return ApiOptionalMixin.isBaseClassOf(property) && property.isOptional;
}

function told({ tsdocComment }: Property, place: Place): string {
  return joinBlocks([
    prose(tsdocComment?.summarySection, place),
    prose(tsdocComment?.remarksBlock?.content, place),
    ...blocks(tsdocComment, '@DEFAULTVALUE', 'Default', place),
    ...blocks(tsdocComment, '@THROWS', 'Throws', place),
  ]);
}
