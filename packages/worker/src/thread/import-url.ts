/** Imports what stands at this URL: no module of this package, but one that is named at run time. */
export async function importUrl(url: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(url)) as Readonly<Record<string, unknown>>;
}
