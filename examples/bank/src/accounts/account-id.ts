import * as v from 'valibot';

/** The id of an account, such as `2.1` for the first account of the second user. */
export const AccountId = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}\.[1-9]\d{0,8}$/, 'Must be the id of an account, such as "2.1"'),
);
