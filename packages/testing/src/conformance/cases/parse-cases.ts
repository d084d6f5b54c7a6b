import { jsonRpc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { error, result } from '../expectation/response-object.js';
import { post } from '../target/sent-request.js';

const parseError = body(error(-32700, null));

/** What is JSON is read, and what is none is a Parse error. */
export const parseCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'parse.broken',
    level: 'MUST',
    title: 'The broken request of the examples is a Parse error',
    clause: jsonRpc('examples'),
    attempts: () => [
      attempt(post('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]'), parseError),
    ],
  },
  {
    id: 'parse.broken-batch',
    level: 'MUST',
    title: 'The broken batch of the examples is one Parse error, not an array',
    clause: jsonRpc('examples'),
    attempts: () => [
      attempt(
        post(
          '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
        ),
        parseError,
      ),
      attempt(post('[{"jsonrpc": "2.0", "method": "sum", "id": "1"},'), parseError),
    ],
  },
  {
    id: 'parse.not-quite-json',
    level: 'SHOULD',
    title: 'What other notations take, and JSON does not, is a Parse error',
    clause: jsonRpc('error_object'),
    attempts: () =>
      [
        '{"jsonrpc":"2.0","method":"foobar","id":1,}',
        "{'jsonrpc':'2.0','method':'foobar','id':1}",
        '{jsonrpc:"2.0",method:"foobar",id:1}',
        '{"jsonrpc":"2.0","method":"foobar","id":NaN}',
        '{"jsonrpc":"2.0","method":"foobar","id":1} // it',
        '{"jsonrpc":"2.0","method":"foobar","id":1}{"jsonrpc":"2.0","method":"foobar","id":2}',
      ].map((text) => attempt(post(text), parseError)),
  },
  {
    id: 'parse.empty',
    level: 'SHOULD',
    title: 'An empty body, or one of white space, is a Parse error',
    clause: jsonRpc('error_object'),
    attempts: () => [attempt(post(''), parseError), attempt(post(' \n'), parseError)],
  },
  {
    id: 'parse.white-space',
    level: 'MUST',
    title: 'White space around and between the tokens means nothing',
    clause: jsonRpc('request_object'),
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(
        post(
          `\r\n\t { "jsonrpc" :\n"2.0" , "method"\t: ${JSON.stringify(methods.get_data)} ,"id" : 1 } \n`,
        ),
        body(result(1, ['hello', 5])),
      ),
    ],
  },
  {
    id: 'parse.escapes',
    level: 'MUST',
    title: 'Escaped characters are the characters, in names of members too',
    clause: jsonRpc('request_object'),
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(
        post(
          `{"jsonrpc":"\\u0032.0","\\u006dethod":"${escaped(methods.get_data)}","\\u0069d":"\\u0061"}`,
        ),
        body(result('a', ['hello', 5])),
      ),
    ],
  },
]);

function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return character.length === 1 ? `\\u${code}` : character;
  }).join('');
}
