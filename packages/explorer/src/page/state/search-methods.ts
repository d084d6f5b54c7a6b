import type { MethodGroup, MethodModel } from '../document/api-model.js';

/** Returns the groups with the methods that contain all words in their name, summary or tags. */
export function searchMethods(
  groups: readonly MethodGroup[],
  query: string,
): readonly MethodGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      methods: group.methods.filter((method) => {
        const text = searchText(method);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ methods }) => methods.length > 0);
}

function searchText({ name, summary = '', tags, entrypoint }: MethodModel): string {
  // Words in camelCase are found by their parts.
  const parts = name.replace(/([a-z])([A-Z])/g, '$1 $2');
  return [name, parts, summary, entrypoint.name, ...tags].join(' ').toLowerCase();
}
