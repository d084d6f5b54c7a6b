/** For tests that want what fails them. */
export const NO_TRACKING_HINT: string =
  "A test that provokes it on purpose has the option: test.override('jsonrpcNoTracking', true), " +
  'or the tag jsonrpc-no-tracking.';
