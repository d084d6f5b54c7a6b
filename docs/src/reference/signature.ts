import { type ApiDeclaredItem, ApiItemKind } from '@microsoft/api-extractor-model';
import { format } from 'oxfmt';

import { codeFence } from './markdown.js';
import { withShownNames } from './parameters.js';

/** A declaration as it would be written, without its members. */
export async function signatureFence(item: ApiDeclaredItem): Promise<string> {
  return codeFence(await signature(item), 'ts');
}

async function signature(item: ApiDeclaredItem): Promise<string> {
  const text = withShownNames(item, item.getExcerptWithModifiers().trim());
  switch (item.kind) {
    case ApiItemKind.Class:
    case ApiItemKind.Interface:
      return (await formatted(`${text} {}`)).replace(/\s*\{\}$/u, '');
    case ApiItemKind.Variable:
      return formatted(`declare const ${text}`);
    case ApiItemKind.Function:
    case ApiItemKind.TypeAlias:
      return formatted(text);
    default:
      return formattedMember(text, item.parent?.kind === ApiItemKind.Class ? 'class' : 'interface');
  }
}

/** A member stands alone nowhere, so it is put into something and taken out again. */
async function formattedMember(text: string, kind: 'class' | 'interface'): Promise<string> {
  const lines = (await formatted(`${kind} C {\n${text}\n}`)).split('\n');
  return lines
    .slice(1, -1)
    .map((line) => line.replace(/^ {2}/u, ''))
    .join('\n');
}

async function formatted(code: string): Promise<string> {
  const result = await format('signature.ts', code, { printWidth: 80, singleQuote: true });
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${error.message}: ${code}`);
  return result.code.trim().replace(/^(?:export )?(?:declare )?/u, '');
}
