/** Repeats a text until it has about the given number of bytes, as the items of a list. */
function list(item: string | ((index: number) => string)) {
  return (bytes: number): string => {
    const items: string[] = [];
    for (let length = 0; length < bytes; length += (items.at(-1)?.length ?? 0) + 1) {
      items.push(typeof item === 'string' ? item : item(items.length));
    }
    return `[${items.join(',')}]`;
  };
}

const word = (index: number): string => (26 ** 4 + index).toString(36);

/** JSON values by their shape, which take between 1 and 37 times the memory of their text. */
export const messageShapes: Readonly<Record<string, (bytes: number) => string>> = {
  '[{}]': list('[{}]'),
  '{}': list('{}'),
  '[]': list('[]'),
  '{"a":{}}': list('{"a":{}}'),
  '[0]': list('[0]'),
  '[[0]]': list('[[0]]'),
  '{"30":0}': list('{"30":0}'),
  '{"34" :0}': list('{"34" :0}'),
  '9e9': list('9e9'),
  'nested arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'different keys': (bytes) => `{${list((index) => `"${word(index)}":0`)(bytes).slice(1, -1)}}`,
  'objects with different keys': list((index) => `{"${word(index)}":0}`),
  'short strings': list((index) => `"${word(index)}"`),
  'realistic rows': list(
    (id) => `{"id":${id},"name":"Customer ${id}","balance":${id}.25,"tags":["new","private"]}`,
  ),
  'realistic text': (bytes) => JSON.stringify('A line of text.\n'.repeat(bytes / 16)),
};
