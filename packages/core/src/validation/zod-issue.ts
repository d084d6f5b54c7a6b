import type { StandardSchemaV1 } from '@standard-schema/spec';
import { AuthoredMessages, type SchemaPart } from './authored-messages.js';
import type { DescribeIssue } from './issue.js';

type Fields = Readonly<Record<string, unknown>>;

/** The members of an issue that come from the schema. */
const SCHEMA_FIELDS =
  'code expected format origin minimum maximum inclusive exact divisor values pattern prefix suffix includes'.split(
    ' ',
  );

export function zodDescriber(schema: StandardSchemaV1): DescribeIssue {
  const authored = new AuthoredMessages(schema, toSchemaPart);
  return (issue) => {
    const fields = issue as unknown as Fields;
    const withoutValue = Object.fromEntries(SCHEMA_FIELDS.map((name) => [name, fields[name]]));
    const { code, expected, keys } = fields;
    return {
      msg: authored.include(issue.message, withoutValue) ? issue.message : describeIssue(fields),
      type: typeof code === 'string' ? code : 'invalid',
      expected: typeof expected === 'string' ? expected : undefined,
      keys: code === 'unrecognized_keys' && Array.isArray(keys) ? keys.map(String) : undefined,
    };
  };
}

function describeIssue(fields: Fields): string {
  switch (fields['code']) {
    case 'invalid_type':
      return `Invalid input: expected ${formatValue(fields['expected'])}`;
    case 'invalid_value':
      return describeInvalidValue(fields['values']);
    case 'invalid_format':
      return `Invalid format: expected ${formatValue(fields['format'])}`;
    case 'too_small':
      return `Too small: expected ${describeSize(fields, '>', fields['minimum'])}`;
    case 'too_big':
      return `Too big: expected ${describeSize(fields, '<', fields['maximum'])}`;
    case 'not_multiple_of':
      return `Invalid number: must be a multiple of ${formatValue(fields['divisor'])}`;
    case 'unrecognized_keys':
      return 'Unrecognized key';
    default:
      return 'Invalid input';
  }
}

function describeInvalidValue(values: unknown): string {
  if (!Array.isArray(values) || values.length === 0) return 'Invalid input';
  const texts = values.map((value) =>
    typeof value === 'string' ? `"${value}"` : formatValue(value),
  );
  return texts.length === 1
    ? `Invalid input: expected ${texts[0]}`
    : `Invalid option: expected one of ${texts.join('|')}`;
}

const UNITS: Fields = {
  string: ' characters',
  array: ' items',
  set: ' items',
  map: ' entries',
  file: ' bytes',
};

function describeSize(
  { origin, inclusive, exact }: Fields,
  comparison: '<' | '>',
  limit: unknown,
): string {
  const sign = exact === true ? '' : `${comparison}${inclusive === true ? '=' : ''}`;
  const unit = UNITS[String(origin)];
  const verb = unit === undefined ? 'to be' : 'to have';
  return `${formatValue(origin)} ${verb} ${sign}${formatValue(limit)}${formatValue(unit ?? '')}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'symbol' || Object(value) === value ? 'another value' : String(value);
}

interface ZodNode {
  readonly _zod?: { readonly def?: Fields };
}

/** The members of a definition with nested schemas and checks. */
const MEMBERS =
  'shape catchall element items rest options keyType valueType innerType in out left right checks'.split(
    ' ',
  );

function toSchemaPart(value: object): SchemaPart | undefined {
  const def = (value as ZodNode)._zod?.def;
  if (def === undefined) return undefined;
  const children = MEMBERS.map((member) => def[member]);
  return { message: def['error'], children: [...children, resolveLazy(def)] };
}

function resolveLazy({ type, getter }: Fields): unknown {
  if (type !== 'lazy' || typeof getter !== 'function') return undefined;
  try {
    return (getter as () => unknown)();
  } catch {
    return undefined;
  }
}
