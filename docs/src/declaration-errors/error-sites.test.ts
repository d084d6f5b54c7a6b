import { describe, expect, test } from 'vitest';
import { errorSites } from './error-sites.js';
import { standsOn } from './stands-on.js';

const textsIn = (source: string): (readonly string[])[] =>
  errorSites('file.ts', source).map(({ texts }) => texts);

describe('the errors that a source makes', () => {
  test.each([
    ["throw new TypeError('no name');", ['no name']],
    ["const error = new RangeError('too ' + 'much');", ['too much']],
    ['throw new Error(`the path ${path} is taken`);', ['the path ', ' is taken']],
    ['throw new Error(`${a}: one ` + `two ${b}`);', ['', ': one two ', '']],
    ['this.#refuse(`takes ${name}`);', ['takes ', '']],
    ["throw undocumentable(place, '', 'no words');", ['no words']],
  ])('%s', (source, texts) => {
    expect(textsIn(source)).toEqual([texts]);
  });

  test('each with its line', () => {
    const source = "one();\nif (two) {\n  throw new Error('three');\n}\n";
    expect(errorSites('file.ts', source)).toEqual([{ file: 'file.ts', line: 3, texts: ['three'] }]);
  });

  test.each([
    'throw new Error(message);',
    'throw new Error(...message);',
    'throw new Error();',
    "throw new InvalidParams('x y');",
    "other('some text', ...more);",
    "this.refuse('some text');",
  ])('but not those that only pass on a message, nor other classes: %s', (source) => {
    expect(textsIn(source)).toEqual([]);
  });

  test('a source that is none is an error of its own', () => {
    expect(() => errorSites('file.ts', 'throw {')).toThrow('file.ts: ');
  });
});

describe('a message stands on a page', () => {
  const page = 'One.\nTypeError: Api: the path /bank (a.b) is taken\nThe end.';

  test.each([[['Api: the path ', ' is taken']], [['(a.b) is']], [['', ': Api']]])('%j', (texts) => {
    expect(standsOn(page, { texts })).toBe(true);
  });

  test.each([[['the path ', ' is bound']], [['(a-b) is']], [['One.', 'The end.']], [['', 'One.']]])(
    'or not: %j',
    (texts) => {
      expect(standsOn(page, { texts })).toBe(false);
    },
  );
});
