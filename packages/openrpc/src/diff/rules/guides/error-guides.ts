import type { RuleId } from '../rules.js';
import { documentExample, methodExample, type RuleGuide } from './rule-guide.js';

/** Returns a method with these errors. */
const withErrors = (...errors: readonly object[]): object => ({
  name: 'withdraw',
  params: [],
  errors,
});
/** Returns a document with an error in its components. */
const withComponent = (name: string, error: object): object => ({
  methods: [withErrors({ $ref: `#/components/errors/${name}` })],
  components: { errors: { [name]: error } },
});
const notEnough = { code: 6001, message: 'Not enough money' };
const notFound = { code: 6002, message: 'Account not found' };
const balance = { type: 'object', properties: { balance: { type: 'integer', minimum: 0 } } };

type Rule = Extract<RuleId, `error-${string}`>;

export const errorGuides: Readonly<Record<Rule, RuleGuide>> = {
  'error-added': {
    change: 'The method declares a new error.',
    advice:
      'Clients that treat an unknown code as a failure keep working. A generated client that validates responses rejects an error that its document does not declare, so let it read `error.code` from the parsed JSON first. If a declared error has the same meaning, use it instead, and put the details into its data.',
    example: methodExample(withErrors(notEnough), withErrors(notEnough, notFound)),
  },
  'error-removed': {
    change: 'The method no longer declares the error.',
    advice: 'Keep the error in the document for as long as clients handle it.',
    example: methodExample(withErrors(notEnough, notFound), withErrors(notEnough)),
  },
  'error-code-changed': {
    change: 'An error with the same message has a different code.',
    advice: 'Keep the code. Clients recognize an error by its code, not by its message.',
    example: methodExample(withErrors(notEnough), withErrors({ ...notEnough, code: 6011 })),
  },
  'error-code-reused': {
    change:
      'A component of another name, and with another message, has the code of an error that is gone.',
    advice:
      'For a new error, use a code that no error has ever had. If it is the same error under another name, keep the old name, or list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change).',
    example: documentExample(
      withComponent('NotEnoughMoney', notEnough),
      withComponent('AccountNotFound', { ...notFound, code: 6001 }),
    ),
  },
  'error-message-changed': {
    change: 'An error with the same code has another message.',
    advice:
      'Clients that decide by the code keep working. The OpenAPI document of jsonrpc-kit has the message as a constant, so a generated client that validates responses rejects the new one. If you have such clients, keep the message.',
    example: methodExample(
      withErrors(notEnough),
      withErrors({ ...notEnough, message: 'The balance is too low' }),
    ),
  },
  'error-data-removed': {
    change: 'The error no longer has a schema for `data`.',
    advice: 'Keep returning the data.',
    example: methodExample(withErrors({ ...notEnough, data: balance }), withErrors(notEnough)),
  },
  'error-data-added': {
    change: 'The error now has a schema for `data`.',
    advice: 'There is nothing to do.',
    example: methodExample(withErrors(notEnough), withErrors({ ...notEnough, data: balance })),
  },
  'error-data-widened': {
    change: 'The new schema of `data` accepts values that the old schema rejects.',
    advice: 'Keep the old members unchanged, and add new ones.',
    example: methodExample(
      withErrors({ ...notEnough, data: balance }),
      withErrors({
        ...notEnough,
        data: { type: 'object', properties: { balance: { type: 'integer' } } },
      }),
    ),
  },
  'error-data-narrowed': {
    change: 'The new schema of `data` accepts fewer values.',
    advice: 'There is nothing to do.',
    example: methodExample(
      withErrors({ ...notEnough, data: balance }),
      withErrors({ ...notEnough, data: { ...balance, required: ['balance'] } }),
    ),
  },
  'error-data-undecided': {
    change:
      'The schemas of `data` differ in a way that the comparison cannot decide, such as in a pattern with a lookahead, `not`, `if` or an external `$ref`.',
    advice: 'See [result-undecided](./result-undecided.md).',
    example: methodExample(
      withErrors({ ...notEnough, data: { type: 'string', pattern: '^[a-z]+$' } }),
      withErrors({ ...notEnough, data: { type: 'string', pattern: '^(?!admin)[a-z]+$' } }),
    ),
  },
};
