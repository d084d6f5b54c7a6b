/** Rules for how a server handles repeated calls and notifications. */
export const handlingRules = {
  'idempotency-removed': {
    severity: 'wire',
    consequence:
      'Clients that send the member idempotencyKey get InvalidRequest, and with the header a retry runs the call again',
  },
  'idempotency-key-required': {
    severity: 'wire',
    consequence: 'Clients that send no key get InvalidRequest',
  },
  'idempotency-key-optional': {
    severity: 'compatible',
    consequence: 'Existing clients keep sending a key',
  },
  'idempotency-added': {
    severity: 'compatible',
    consequence: 'Calls without a key, as existing clients send them, run as before',
  },
  'durability-removed': {
    severity: 'wire',
    consequence: 'Notifications that clients assume to be stored are lost if the server stops',
  },
  'durability-added': {
    severity: 'compatible',
    consequence: 'Existing clients keep sending notifications',
  },
  'notifications-rejected': {
    severity: 'wire',
    consequence: 'Notifications of clients no longer run the method',
  },
  'notifications-accepted': {
    severity: 'compatible',
    consequence: 'Existing clients keep sending calls',
  },
} as const;
