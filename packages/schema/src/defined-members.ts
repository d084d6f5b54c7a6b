/** Leaves out members that are undefined: a document is plain JSON. */
export function definedMembers<Members extends object>(members: Members): DefinedMembers<Members> {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  // The types of the entries don't say which members are left.
  return Object.fromEntries(defined) as DefinedMembers<Members>;
}

type DefinedMembers<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** Returns undefined for an empty list or object, which a document doesn't contain. */
export function nonEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
