const SCRIPT = `"'--></title></script><script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;

const LINKS = [
  "[a](javascript:document.title='ran')",
  '<a href="javascript:document.title=\'ran\'">b</a>',
  '[c](data:text/html,<script>1</script>)',
  '![d](https://evil.example/pixel.png)',
  '<img src="https://evil.example/pixel.png">',
  '<style>body { display: none }</style>',
  '<svg onload="document.title=1">',
  '<form action="https://evil.example"><input name=explorer id=explorer></form>',
  '<div style="position: fixed; inset: 0">e</div>',
  '[f](https://fine.example/)',
].join('\n\n');

const text = `${SCRIPT}\n\n${LINKS}`;

/** An OpenRPC document with scripts in every text, and schemas that are huge, deep or circular. */
export function hostileDocument(): object {
  return {
    openrpc: '1.3.2',
    info: { title: SCRIPT, version: SCRIPT, description: text },
    servers: [{ url: "javascript:document.title='ran'" }, { url: 'data:text/html,1' }],
    'x-entrypoints': 'none',
    'x-error-descriptions': { Error: text },
    methods: [
      everyText(),
      method('circular', { $ref: '#/components/schemas/Node' }),
      method('itself', { $ref: '#/components/schemas/Itself' }),
      method('deep', deep(2000)),
      method('deep example', { examples: [deep(2000)] }),
      method('wide', wide(20_000)),
      method('union', union(12)),
      method('explosive', { $ref: '#/components/schemas/Explosive' }),
      method('expensive pattern', {
        type: 'string',
        pattern: '^(a+)+$',
        default: `${'a'.repeat(40)}!`,
      }),
      method('large pattern', { type: 'string', pattern: '^((a{1000}){1000}){1000}$' }),
      method('elsewhere', { $ref: 'https://evil.example/schema.json' }),
      method('__proto__', {
        properties: { ['__proto__']: { type: 'string' }, constructor: {} },
        required: ['__proto__', 'constructor'],
      }),
      slowTexts(),
      ...malformed,
      ...Array.from({ length: 4000 }, (_, index) => method(`method${index}`, {})),
    ],
    components: {
      errors: { Error: { code: 1, message: text, data: { type: 'object', description: text } } },
      schemas: {
        Node: {
          type: 'object',
          required: ['next', 'children'],
          properties: {
            next: { $ref: '#/components/schemas/Node' },
            children: { type: 'array', minItems: 5, items: { $ref: '#/components/schemas/Node' } },
          },
        },
        Itself: { $ref: '#/components/schemas/Other' },
        Other: { allOf: [{ $ref: '#/components/schemas/Itself' }] },
        Explosive: {
          allOf: Array.from({ length: 50 }, () => ({ $ref: '#/components/schemas/Explosive' })),
          type: ['array', 'array', 'array', 'object', 'object'],
          items: Array.from({ length: 50 }, () => ({ $ref: '#/components/schemas/Explosive' })),
          additionalProperties: { $ref: '#/components/schemas/Explosive' },
        },
      },
    },
  };
}

function everyText(): object {
  const schema = {
    type: 'object',
    title: text,
    description: text,
    default: text,
    examples: [text],
    pattern: text,
    format: text,
    properties: { [SCRIPT]: { enum: [text, SCRIPT], description: text, const: text } },
  };
  return {
    name: SCRIPT,
    summary: text,
    description: text,
    deprecated: true,
    tags: [{ name: SCRIPT, description: text }],
    externalDocs: { url: "javascript:document.title='ran'", description: text },
    servers: [{ url: 'javascript:1', name: text, description: text }],
    params: [{ name: SCRIPT, summary: text, description: text, required: true, schema }],
    result: { name: SCRIPT, description: text, schema },
    errors: [{ $ref: '#/components/errors/Error' }, { code: 2, message: text }],
    examples: [
      {
        name: text,
        description: text,
        params: [{ name: SCRIPT, value: text }],
        result: { name: SCRIPT, value: text },
      },
    ],
    'x-http': {
      headers: [{ name: SCRIPT, in: 'header', required: true, description: text, schema }],
      security: [{ [SCRIPT]: [] }],
    },
  };
}

/** Emphasis that never ends takes Markdown a time that grows with the square of its length. */
function slowTexts(): object {
  const params = Array.from({ length: 12 }, (_, index) => ({
    name: `param${index}`,
    description: 'a_b_'.repeat(5000),
    schema: {},
  }));
  return { name: 'slow texts', params };
}

function method(name: string, schema: object): object {
  return {
    name,
    params: [{ name: 'value', required: true, schema }],
    result: { name: 'result', schema },
  };
}

function deep(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level++) {
    schema = { type: 'object', required: ['inner'], properties: { inner: schema } };
  }
  return schema;
}

function wide(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `property${index}`);
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
}

/** A union of unions, with two to the power of its levels alternatives. */
function union(levels: number): object {
  if (levels === 0) return { type: 'string' };
  const inner = union(levels - 1);
  return { anyOf: [inner, inner] };
}

const malformed: readonly unknown[] = [
  null,
  1,
  'text',
  [],
  {},
  { name: 1 },
  { name: 'half a pair \ud800' },
  { name: 'malformed', params: {}, result: 'text', errors: 1, tags: 2, examples: 3, servers: 4 },
  { name: 'malformed2', params: [null, 1, { schema: 1 }, { schema: { properties: [1] } }] },
  {
    name: 'malformed3',
    params: [{ name: 'a', schema: { type: 1, enum: 1, required: 1, items: 1 } }],
  },
  { $ref: '#/methods/0' },
];
