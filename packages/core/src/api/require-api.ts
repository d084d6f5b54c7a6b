import { checkVersion, hasBrand } from '../brand/brand.js';
import { isMethod } from '../method/method.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import { isObject, describeValue } from '../options/describe-value.js';

/**
 * Checks at run time that an adapter or a plugin has received an `Api`.
 *
 * @param caller the function that the application called, for the error message
 * @throws TypeError if the value isn't an `Api` of a compatible version; the message describes the value and suggests a fix
 */
export function requireApi(caller: string, value: unknown): void {
  if (isApi(value)) return checkVersion(`${caller}: the api`, value, 'Api');
  const hint = isObject(value) && isApi(value['api']) ? 'Pass the api itself.' : bindHint(value);
  throw new TypeError(`${caller} needs an Api, not ${describeArgument(value)}. ${hint}`);
}

/**
 * @throws TypeError if the value isn't an `Entrypoint`; the message describes the value and suggests a
 * fix
 */
export function requireEntrypoint(where: string, value: unknown): void {
  if (isEntrypoint(value)) {
    return checkVersion(`${where}: entrypoint "${value.path}"`, value, 'Entrypoint');
  }
  const hint = isMethod(value)
    ? 'Add the method to one: entrypoint.addMethods([method]).'
    : "Write new Entrypoint('/rpc').";
  throw new TypeError(`${where} needs an Entrypoint, not ${describeArgument(value)}. ${hint}`);
}

function bindHint(value: unknown): string {
  return isEntrypoint(value)
    ? 'Bind the entrypoint to one: new Api().bindEntrypoint(entrypoint).'
    : 'Write new Api().';
}

function describeArgument(value: unknown): string {
  if (isApi(value)) return 'an Api';
  if (isEntrypoint(value)) return 'an Entrypoint';
  return isMethod(value) ? `the method "${value.name}"` : describeValue(value);
}

function isApi(value: unknown): boolean {
  return hasBrand(value, 'Api');
}

/** Whether a value is an `Entrypoint`, also of another copy of this package. */
export function isEntrypoint(value: unknown): value is AnyEntrypoint {
  return hasBrand(value, 'Entrypoint');
}
