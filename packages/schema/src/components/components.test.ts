import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Direction, JsonSchema } from '../json-schema/json-schema.js';
import { componentName } from './component-name.js';
import { Components } from './components.js';
import { SchemaWriter } from './schema-writer.js';

const REF = '#/components/schemas/';

/** Writes schemas into one document; a place is named by what they are for. */
function write(
  schemas: Readonly<Record<string, [v.GenericSchema, Direction]>>,
  fine = true,
): { readonly refs: unknown[]; readonly schemas: Readonly<Record<string, JsonSchema>> } {
  const components = new Components(fine);
  const writer = new SchemaWriter(components, 'draft-2020-12');
  const written = Object.entries(schemas).map(([where, [schema, direction]]) =>
    writer.write(schema, direction, { where, owner: [where, `bank.${where}`] }),
  );
  const { document, schemas: all } = components.finish(written);
  const refs = document.map(({ $ref }) =>
    typeof $ref === 'string' ? $ref.slice(REF.length) : $ref,
  );
  return { refs, schemas: all };
}

describe('componentName()', () => {
  test('gives a schema its own component, wherever it is used', () => {
    const Money = componentName('Money', v.pipe(v.number(), v.integer()));
    const Account = componentName('Account', v.object({ id: v.string(), balance: Money }));
    const { refs, schemas } = write({
      one: [Account, 'output'],
      all: [v.object({ all: v.array(v.nullable(Account)), sum: Money }), 'output'],
    });
    expect(refs).toEqual(['Account', undefined]);
    expect(schemas).toEqual({
      Account: {
        type: 'object',
        properties: { id: { type: 'string' }, balance: { $ref: `${REF}Money` } },
        required: ['id', 'balance'],
      },
      Money: { type: 'integer' },
    });
  });

  test('a description beside it, or a check, does not cost the reference', () => {
    const Id = componentName('Id', v.pipe(v.string(), v.minLength(1)));
    const { schemas } = write({
      one: [
        componentName(
          'Pair',
          v.object({
            a: v.pipe(Id, v.description('first')),
            b: v.pipe(
              Id,
              v.check(() => true),
              v.brand('Id'),
            ),
          }),
        ),
        'input',
      ],
    });
    expect(schemas['Pair']).toMatchObject({
      properties: { a: { $ref: `${REF}Id`, description: 'first' }, b: { $ref: `${REF}Id` } },
    });
  });

  test('a further limit does, since it is another schema', () => {
    const Id = componentName('LimitedId', v.pipe(v.string(), v.minLength(1)));
    const { refs, schemas } = write({ one: [v.pipe(Id, v.maxLength(3)), 'input'] });
    expect(refs).toEqual([undefined]);
    expect(schemas).toEqual({});
  });

  test('where results differ from parameters, parameters have a name beside it', () => {
    const Inner = componentName('Inner', v.object({ n: v.optional(v.number(), 1) }));
    const Outer = componentName('Outer', v.object({ inner: Inner }));
    const Same = componentName('Same', v.object({ n: v.number() }));
    const { refs, schemas } = write({
      a: [Outer, 'input'],
      b: [Outer, 'output'],
      c: [Same, 'input'],
      d: [Same, 'output'],
    });
    expect(refs).toEqual(['Outer.Input', 'Outer', 'Same', 'Same']);
    expect(schemas['Outer.Input']).toMatchObject({
      properties: { inner: { $ref: `${REF}Inner.Input` } },
    });
    expect(schemas['Outer']).toMatchObject({ properties: { inner: { $ref: `${REF}Inner` } } });
    expect(schemas['Inner.Input']).not.toHaveProperty('required');
    expect(schemas['Inner']).toMatchObject({ required: ['n'] });
  });

  test('the module stands in front only where two differ', () => {
    const bank = componentName('Row', v.object({ a: v.string() }), { module: 'bank' });
    const shop = componentName('Row', v.object({ b: v.string() }), { module: 'shop' });
    const other = componentName('Other', v.object({ b: v.string() }), { module: 'shop' });
    expect(write({ a: [bank, 'input'] }).refs).toEqual(['Row']);
    const schemas = { a: [bank, 'input'], b: [shop, 'input'], c: [other, 'input'] } as const;
    expect(write({ ...schemas } as never).refs).toEqual(['bank.Row', 'shop.Row', 'Other']);
  });

  test('or always, where names are not to be fine', () => {
    const bank = componentName('Line', v.object({ a: v.string() }), { module: 'bank' });
    const plain = componentName('Plain', v.object({ a: v.string() }));
    expect(write({ a: [bank, 'input'], b: [plain, 'input'] }, false).refs).toEqual([
      'bank.Line',
      'Plain',
    ]);
  });

  test('two of one name that say the same are one', () => {
    const make = () => componentName('Twin', v.object({ a: v.string() }), { module: 'bank' });
    const { refs, schemas } = write({ a: [make(), 'input'], b: [make(), 'input'] });
    expect(refs).toEqual(['Twin', 'Twin']);
    expect(Object.keys(schemas)).toEqual(['Twin']);
  });

  test('two different ones of one full name are refused, both of them named', () => {
    const one = componentName('Clash', v.object({ a: v.string() }), { module: 'bank' });
    const other = componentName('Clash', v.object({ b: v.string() }), { module: 'bank' });
    expect(() =>
      write({ 'method a, result': [one, 'output'], 'method b, result': [other, 'output'] }),
    ).toThrow(
      'Two different schemas have the component name bank.Clash: that of method a, result, and ' +
        'that of method b, result; give one of them another name or module in componentName()',
    );
  });

  test('a name that is no key is refused', () => {
    expect(() => componentName('my account', v.string())).toThrow(
      'componentName("my account"): "my account" is no key of a component; use letters',
    );
    expect(() => componentName('Account', v.string(), { module: 'a/b' })).toThrow(
      '"a/b" is no key',
    );
  });

  test('a schema has one name', () => {
    const schema = componentName('First', v.string());
    expect(componentName('First', schema)).toBe(schema);
    expect(() => componentName('Second', schema)).toThrow(
      "componentName: the schema has the name First already, so it can't be Second; name it once",
    );
  });

  test('a recursive schema may have one', () => {
    const Tree: v.GenericSchema = componentName(
      'Tree',
      v.object({ kids: v.array(v.lazy(() => Tree)) }),
    );
    const { refs, schemas } = write({ a: [Tree, 'input'], b: [Tree, 'output'] });
    expect(refs).toEqual(['Tree', 'Tree']);
    expect(schemas).toEqual({
      Tree: {
        type: 'object',
        properties: { kids: { type: 'array', items: { $ref: `${REF}Tree` } } },
        required: ['kids'],
      },
    });
  });
});

describe('names that nobody gave', () => {
  const naming = (...names: string[]) => ({ names, isFixed: false, where: names[0] ?? '' });

  function namesOf(components: Components): string[] {
    return Object.keys(components.finish({}).schemas);
  }

  test('are as short as they can be', () => {
    const components = new Components(true);
    components.add(naming('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(naming('a.Request', 'v2.a.Request'), { const: 2 });
    components.add(naming('b.Request', 'v2.b.Request'), { const: 3 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'v2.a.Request', 'b.Request']);
  });

  test('what says the same needs no longer one', () => {
    const components = new Components(true);
    components.add(naming('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(naming('a.Request', 'v2.a.Request'), { const: 1 });
    expect(namesOf(components)).toEqual(['a.Request']);
  });

  test('unless full names are asked for', () => {
    const components = new Components(false);
    components.add(naming('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(naming('a.Request', 'v2.a.Request'), { const: 1 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'v2.a.Request']);
  });

  test('give way to a fixed one', () => {
    const components = new Components(true);
    components.add(naming('a.Request', 'v1.a.Request'), { const: 1 });
    components.add({ names: ['a.Request'], isFixed: true, where: 'x' }, { const: 2 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'a.Request']);
  });

  test('and where they have no longer one, get a number', () => {
    const components = new Components(true);
    components.add(naming('A'), { const: 1 });
    components.add({ names: ['A'], isFixed: true, where: 'x' }, { const: 2 });
    const { schemas } = components.finish({});
    expect(schemas).toEqual({ 'A-2': { const: 1 }, A: { const: 2 } });
  });

  test('get a number where they are used up', () => {
    const components = new Components(true);
    components.add(naming('A', 'v1.A'), { const: 1 });
    components.add(naming('A', 'v1.A'), { const: 2 });
    components.add(naming('v1.A-2'), { const: 3 });
    expect(namesOf(components)).toEqual(['v1.A', 'v1.A-3', 'v1.A-2']);
  });
});

describe('what has no name', () => {
  test('two recursive schemas of one shape and one title are one', () => {
    const make = (): v.GenericSchema => {
      const Node: v.GenericSchema = v.pipe(
        v.object({ kids: v.array(v.lazy(() => Node)) }),
        v.title('Node'),
      );
      return Node;
    };
    const { refs } = write({ a: [make(), 'input'], b: [make(), 'input'] });
    expect(refs).toEqual(['Node', 'Node']);
  });

  test('of two shapes they are two', () => {
    const make = (entries: v.ObjectEntries): v.GenericSchema => {
      const Node: v.GenericSchema = v.pipe(
        v.object({ ...entries, kids: v.array(v.lazy(() => Node)) }),
        v.title('Node'),
      );
      return Node;
    };
    const { refs } = write({ a: [make({}), 'input'], b: [make({ a: v.string() }), 'input'] });
    expect(refs).toEqual(['a.Node', 'b.Node']);
  });
});
