import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CurlRequest } from './parse-curl.js';

/** Sends what curl would send, and gives what curl would print. */
export async function runCurl(curl: CurlRequest): Promise<string> {
  const { status, body } = await send(curl);
  return body + curl.writeOut.replaceAll('%{http_code}', String(status)).replaceAll('\\n', '\n');
}

function send({ url, method, headers, body }: CurlRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      text(incoming).then((answer) => {
        resolve({ status: incoming.statusCode ?? 0, body: answer });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}
