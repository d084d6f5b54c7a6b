import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Where the message is in the arguments of a function that logs. */
const MESSAGE_ARGUMENT: Readonly<Record<string, number>> = {
  error: 1,
  warn: 1,
  callGuarded: 1,
  reportUnhandled: 2,
};

/** Messages that reach the logger as a parameter or a return value, with their levels, by their files. */
const INDIRECT: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/api/api.ts': ['warn Resource hangs while …', 'warn onClosed callback hangs'],
  'packages/core/src/context/instrumentation.ts': ['error Instrumentation hook failed'],
  'packages/durable/src/jobs/job-runner.ts': [
    'warn Job failed and is retried',
    'warn Job returned to its queue',
  ],
};

function messageOf(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? `${node.head.text}…${node.templateSpans.map((span) => span.literal.text).join('…')}`
    : undefined;
}

/** Returns the messages that a source passes to a logger, after their levels. */
function messagesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee)
        ? callee.name.text
        : callee.getText(source);
      const index = MESSAGE_ARGUMENT[name];
      const message = index === undefined ? undefined : messageOf(node.arguments[index]);
      const level = name === 'warn' ? 'warn' : 'error';
      if (message !== undefined) messages.push(`${level} ${asOnPage(message)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

/** Shortens what the page doesn't write in full. */
function asOnPage(message: string): string {
  if (message.startsWith('Background task dropped: ')) return 'Background task dropped: …';
  return message.replace(/^(A nested call waits .*; ).*/, '$1…');
}

/** Returns the source files of the public packages. */
function sources(): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const src = join(root, 'packages', name, 'src');
    if (!existsSync(src) || isPrivate(name)) return [];
    return readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file))
      .map((file) => join(src, file));
  });
}

function isPrivate(name: string): boolean {
  const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { private?: boolean }).private === true;
}

test('the page of the log messages lists each message of the sources, and no other', () => {
  const logged = new Set(sources().flatMap(messagesIn));
  for (const [file, messages] of Object.entries(INDIRECT)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const message of messages) {
      expect(text).toContain(message.replace(/^\w+ | …$/g, ''));
      logged.add(message);
    }
  }
  const page = readFileSync(join(root, 'docs/guide/logs.md'), 'utf8');
  const rows = page.matchAll(/^\| (error|warn) +\| (.+?) +\|/gm);
  const listed = Array.from(rows, ([, level, message]) => `${level} ${message}`);
  expect(listed.toSorted()).toEqual([...logged].toSorted());
});
