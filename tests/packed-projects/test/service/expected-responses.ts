/** The expected result of `serveAndCall` on each server. */
export const expectedResponses: readonly unknown[] = [
  ['ann', 'ann'],
  '70 left',
  '40 left',
  'only 40 left',
  'no account of eve',
  'Unknown user',
  'status 401',
  // The commit failed, so there is no account of eve below.
  'Internal error',
  'opened',
  ['ann 40', 'bob 60', 'joe 0'],
  'admin',
  ['database'],
];
