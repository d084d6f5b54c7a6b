export type Members = Readonly<Record<string, unknown>>;

/** The value where it is a JSON object. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Whether a JSON-RPC result came: a Response that has one, and no error beside it. */
export function isSuccess(value: unknown): boolean {
  const members = membersOf(value);
  return (
    members !== undefined &&
    Object.hasOwn(members, 'result') &&
    membersOf(members['error']) === undefined
  );
}

/** A value as it stands in a report. */
export function show(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
