import {
  type ApiDeclaredItem,
  type Parameter,
  ApiParameterListMixin,
} from '@microsoft/api-extractor-model';

/** The parameters by the names that are shown. */
export function parametersOf(
  item: ApiDeclaredItem,
): readonly { readonly name: string; readonly parameter: Parameter }[] {
  if (!ApiParameterListMixin.isBaseClassOf(item)) return [];
  return item.parameters
    .filter((parameter) => !isTakenApart(parameter))
    .map((parameter) => ({ name: withShownNames(item, parameter.name), parameter }));
}

/**
 * A signature with the name that a reader knows: for what is taken apart where it is declared, API
 * Extractor writes `input`, and names it a second time as it is written.
 */
export function withShownNames(item: ApiDeclaredItem, text: string): string {
  return ApiParameterListMixin.isBaseClassOf(item) && item.parameters.some(isTakenApart)
    ? text.replaceAll(/\binput\b/gu, 'options')
    : text;
}

function isTakenApart({ name }: Parameter): boolean {
  return /^[[{]/u.test(name);
}
