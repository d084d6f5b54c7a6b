/** Replaces `${name}` and `{name}` in the URL of an OpenRPC server by the default value of the variable. */
export function fillVariables(template: string, variables: unknown): string {
  if (typeof variables !== 'object' || variables === null) return template;
  const byName = variables as Readonly<Record<string, unknown>>;
  return template.replace(/\$?\{{1,2}(\w{1,100})\}{1,2}/g, (all, name: string) => {
    const variable = Object.hasOwn(byName, name) ? byName[name] : undefined;
    const value = (variable as { readonly default?: unknown } | null | undefined)?.default;
    return typeof value === 'string' ? value : all;
  });
}
