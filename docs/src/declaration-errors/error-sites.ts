import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** One place in a source where an error gets its message, or a part of it. */
export interface ErrorSite {
  readonly file: string;
  readonly line: number;
  /** What the source says itself; between the texts stands what it only knows when it runs. */
  readonly texts: readonly string[];
}

const ERRORS: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError']);

/** Functions of the sources that make an error of the texts which they are given. */
const MAKERS: ReadonlySet<string> = new Set([
  'undocumentable',
  'refusal',
  'messageError',
  'refuse',
]);

/** Every place where an error is made, but for those that only pass on the message of another. */
export function errorSites(file: string, source: string): readonly ErrorSite[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);

  const found: ErrorSite[] = [];
  const add = (start: number, expression: Expression): void => {
    const texts = textsOf(expression);
    const line = source.slice(0, start).split('\n').length;
    if (texts.some((text) => /[a-z]{2}/i.test(text))) found.push({ file, line, texts });
  };
  new Visitor({
    NewExpression: ({ callee, arguments: [message], start }) => {
      if (callee.type !== 'Identifier' || !ERRORS.has(callee.name)) return;
      if (message !== undefined && message.type !== 'SpreadElement') add(start, message);
    },
    CallExpression: ({ callee, arguments: parts, start }) => {
      if (!MAKERS.has(nameOf(callee) ?? '')) return;
      for (const part of parts) if (part.type !== 'SpreadElement') add(start, part);
    },
  }).visit(program);
  return found;
}

function nameOf(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'PrivateIdentifier'
    ? callee.property.name
    : undefined;
}

/** The texts of a string that is put together; an empty one stands at each end that is not known. */
function textsOf(expression: Expression): readonly string[] {
  if (expression.type === 'Literal' && typeof expression.value === 'string') {
    return [expression.value];
  }
  if (expression.type === 'TemplateLiteral') {
    return expression.quasis.map(({ value }) => value.cooked ?? value.raw);
  }
  if (expression.type === 'BinaryExpression' && expression.operator === '+') {
    const left = textsOf(expression.left);
    const right = textsOf(expression.right);
    return [...left.slice(0, -1), `${left.at(-1)}${right[0]}`, ...right.slice(1)];
  }
  return ['', ''];
}
