import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from '../json-schema/json-schema.js';
import { componentName } from './component-names.js';
import { Components } from './components.js';
import { SchemaConverter } from './schema-converter.js';

const REF = '#/components/schemas/';

/** Converts schemas, by the name of their usage, for one document. */
function convert(
  schemas: Readonly<Record<string, [v.GenericSchema, Direction]>>,
  fineNames = true,
): { readonly refs: unknown[]; readonly schemas: Readonly<Record<string, JsonSchema>> } {
  const components = new Components(fineNames);
  const converter = new SchemaConverter(components, 'draft-2020-12');
  const converted = Object.entries(schemas).map(([where, [schema, direction]]) =>
    converter.convert(schema, direction, { where, componentNames: [where, `bank.${where}`] }),
  );
  const { document, schemas: all } = components.finish(converted);
  const refs = document.map(({ $ref }) =>
    typeof $ref === 'string' ? $ref.slice(REF.length) : $ref,
  );
  return { refs, schemas: all };
}

describe('componentName()', () => {
  test('creates one component for a schema wherever it is used', () => {
    const Money = componentName('Money', v.pipe(v.number(), v.integer()));
    const Account = componentName('Account', v.object({ id: v.string(), balance: Money }));
    const { refs, schemas } = convert({
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

  test('keeps the reference if a description or a check is added to the schema', () => {
    const Id = componentName('Id', v.pipe(v.string(), v.minLength(1)));
    const { schemas } = convert({
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

  test('does not apply to a schema with additional limits', () => {
    const Id = componentName('LimitedId', v.pipe(v.string(), v.minLength(1)));
    const { refs, schemas } = convert({ one: [v.pipe(Id, v.maxLength(3)), 'input'] });
    expect(refs).toEqual([undefined]);
    expect(schemas).toEqual({});
  });

  test('appends .Input to the name of parameters that differ from results', () => {
    const Inner = componentName('Inner', v.object({ n: v.optional(v.number(), 1) }));
    const Outer = componentName('Outer', v.object({ inner: Inner }));
    const Same = componentName('Same', v.object({ n: v.number() }));
    const { refs, schemas } = convert({
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

  test('uses the module as a prefix only if two schemas share the name', () => {
    const bank = componentName('Row', v.object({ a: v.string() }), { module: 'bank' });
    const shop = componentName('Row', v.object({ b: v.string() }), { module: 'shop' });
    const other = componentName('Other', v.object({ b: v.string() }), { module: 'shop' });
    expect(convert({ a: [bank, 'input'] }).refs).toEqual(['Row']);
    const schemas = { a: [bank, 'input'], b: [shop, 'input'], c: [other, 'input'] } as const;
    expect(convert({ ...schemas } as never).refs).toEqual(['bank.Row', 'shop.Row', 'Other']);
  });

  test('always uses the module as a prefix without fine names', () => {
    const bank = componentName('Line', v.object({ a: v.string() }), { module: 'bank' });
    const plain = componentName('Plain', v.object({ a: v.string() }));
    expect(convert({ a: [bank, 'input'], b: [plain, 'input'] }, false).refs).toEqual([
      'bank.Line',
      'Plain',
    ]);
  });

  test('merges equal schemas with the same name', () => {
    const make = () => componentName('Twin', v.object({ a: v.string() }), { module: 'bank' });
    const { refs, schemas } = convert({ a: [make(), 'input'], b: [make(), 'input'] });
    expect(refs).toEqual(['Twin', 'Twin']);
    expect(Object.keys(schemas)).toEqual(['Twin']);
  });

  test('rejects two different schemas with the same full name and says where both are', () => {
    const one = componentName('Clash', v.object({ a: v.string() }), { module: 'bank' });
    const other = componentName('Clash', v.object({ b: v.string() }), { module: 'bank' });
    expect(() =>
      convert({ 'method a, result': [one, 'output'], 'method b, result': [other, 'output'] }),
    ).toThrow(
      'componentName("bank.Clash"): two different schemas have this name, one in method a, result ' +
        'and one in method b, result. Give one of them another name or module.',
    );
  });

  test('rejects a name with invalid characters', () => {
    expect(() => componentName('my account', v.string())).toThrow(
      'componentName("my account"): "my account" has invalid characters. Use only letters',
    );
    expect(() => componentName('Account', v.string(), { module: 'a/b' })).toThrow(
      '"a/b" has invalid characters',
    );
  });

  test('rejects a second name for a schema', () => {
    const schema = componentName('First', v.string());
    expect(componentName('First', schema)).toBe(schema);
    expect(() => componentName('Second', schema)).toThrow(
      'componentName("Second"): the schema is already named "First". Name a schema only once.',
    );
  });

  test('supports recursive schemas', () => {
    const Tree: v.GenericSchema = componentName(
      'Tree',
      v.object({ kids: v.array(v.lazy(() => Tree)) }),
    );
    const { refs, schemas } = convert({ a: [Tree, 'input'], b: [Tree, 'output'] });
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

describe('generated component names', () => {
  const named = (...names: string[]) => ({ names, isFixed: false, where: names[0] ?? '' });

  function namesOf(components: Components): string[] {
    return Object.keys(components.finish({}).schemas);
  }

  test('are as short as possible', () => {
    const components = new Components(true);
    components.add(named('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(named('a.Request', 'v2.a.Request'), { const: 2 });
    components.add(named('b.Request', 'v2.b.Request'), { const: 3 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'v2.a.Request', 'b.Request']);
  });

  test('stay short for equal schemas', () => {
    const components = new Components(true);
    components.add(named('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(named('a.Request', 'v2.a.Request'), { const: 1 });
    expect(namesOf(components)).toEqual(['a.Request']);
  });

  test('are full names without fine names', () => {
    const components = new Components(false);
    components.add(named('a.Request', 'v1.a.Request'), { const: 1 });
    components.add(named('a.Request', 'v2.a.Request'), { const: 1 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'v2.a.Request']);
  });

  test('get a prefix if a fixed name is equal', () => {
    const components = new Components(true);
    components.add(named('a.Request', 'v1.a.Request'), { const: 1 });
    components.add({ names: ['a.Request'], isFixed: true, where: 'x' }, { const: 2 });
    expect(namesOf(components)).toEqual(['v1.a.Request', 'a.Request']);
  });

  test('get a number if a fixed name is equal and there is no prefix', () => {
    const components = new Components(true);
    components.add(named('A'), { const: 1 });
    components.add({ names: ['A'], isFixed: true, where: 'x' }, { const: 2 });
    const { schemas } = components.finish({});
    expect(schemas).toEqual({ 'A-2': { const: 1 }, A: { const: 2 } });
  });

  test('get an unused number if the full names are equal', () => {
    const components = new Components(true);
    components.add(named('A', 'v1.A'), { const: 1 });
    components.add(named('A', 'v1.A'), { const: 2 });
    components.add(named('v1.A-2'), { const: 3 });
    expect(namesOf(components)).toEqual(['v1.A', 'v1.A-3', 'v1.A-2']);
  });
});

describe('recursive schemas without a name', () => {
  test('share a component if their structure and title are equal', () => {
    const make = (): v.GenericSchema => {
      const Node: v.GenericSchema = v.pipe(
        v.object({ kids: v.array(v.lazy(() => Node)) }),
        v.title('Node'),
      );
      return Node;
    };
    const { refs } = convert({ a: [make(), 'input'], b: [make(), 'input'] });
    expect(refs).toEqual(['Node', 'Node']);
  });

  test('have different components if their structure differs', () => {
    const make = (entries: v.ObjectEntries): v.GenericSchema => {
      const Node: v.GenericSchema = v.pipe(
        v.object({ ...entries, kids: v.array(v.lazy(() => Node)) }),
        v.title('Node'),
      );
      return Node;
    };
    const { refs } = convert({ a: [make({}), 'input'], b: [make({ a: v.string() }), 'input'] });
    expect(refs).toEqual(['a.Node', 'b.Node']);
  });
});

test('keeps schemas apart that differ in a reference within an example', () => {
  const components = new Components(true);
  const add = (example: string): JsonSchema =>
    components.add(
      { names: ['Pointer'], isFixed: false, where: 'a test' },
      { type: 'object', examples: [{ $ref: example }] },
    );
  const { document, schemas } = components.finish([add('#/a'), add('#/b'), add('#/a')]);
  expect(document).toEqual([
    { $ref: `${REF}Pointer` },
    { $ref: `${REF}Pointer-2` },
    { $ref: `${REF}Pointer` },
  ]);
  expect(Object.keys(schemas)).toEqual(['Pointer', 'Pointer-2']);
});
