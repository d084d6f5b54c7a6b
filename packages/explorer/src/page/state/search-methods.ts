import type { MethodGroup, MethodModel } from '../document/api-model.js';

/** Returns the groups with the methods that contain all words, for example in a name, a param or an error. */
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

const texts = new WeakMap<MethodModel, string>();

function searchText(method: MethodModel): string {
  const known = texts.get(method);
  if (known !== undefined) return known;
  const { name, summary = '', tags, entrypoint, params, errors } = method;
  // Words in camelCase are found by their parts.
  const parts = name.replace(/([a-z])([A-Z])/g, '$1 $2');
  const inputs = params.map((param) => param.name);
  const failures = errors.flatMap((error) => [error.code, error.name, error.message]);
  const all = [name, parts, summary, entrypoint.name, ...tags, ...inputs, ...failures];
  const text = all.join(' ').toLowerCase();
  texts.set(method, text);
  return text;
}
