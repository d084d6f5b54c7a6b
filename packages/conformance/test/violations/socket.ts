import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Violation } from './violation.js';
import { type Reply, correctBehavior } from '../behavior.js';
import { type Responder, correctHttp } from '../serve.js';

const firstReplies = new WeakMap<Socket, Reply>();

export const socketViolations: readonly Violation[] = [
  {
    name: 'counts characters for the content-length',
    http: {
      write: ({ status, headers, body }, outgoing) => {
        const length = status === 204 ? {} : { 'content-length': body.length };
        outgoing.writeHead(status, { ...headers, ...length }).end(body);
      },
    },
    fails: ['id.unicode', 'http.unicode', 'socket.content-length'],
  },
  {
    name: 'sends chunked responses',
    http: {
      write: ({ status, headers, body }, outgoing) => {
        outgoing.writeHead(status, headers);
        if (body !== '') outgoing.write(body);
        outgoing.end();
      },
    },
    fails: ['kit.content-length'],
  },
  {
    name: 'sends a content-length with 204',
    http: {
      write: ({ status, headers, body }, outgoing) => {
        const length = { 'content-length': Buffer.byteLength(body) };
        outgoing.writeHead(status, { ...headers, ...length }).end(body);
      },
    },
    fails: ['socket.no-content'],
  },
  {
    name: 'responds to HEAD with a body',
    http: {
      write: (reply, outgoing, incoming) => {
        if (incoming.method !== 'HEAD') return correctHttp.write(reply, outgoing, incoming);
        outgoing.socket?.end(rawReply({ ...reply, body: 'no' }));
      },
    },
    fails: ['socket.head', 'kit.head-and-options'],
  },
  {
    name: 'does not read chunked bodies',
    http: {
      read: async (incoming) => {
        const body = await correctHttp.read(incoming);
        return 'transfer-encoding' in incoming.headers ? Buffer.alloc(0) : body;
      },
    },
    fails: ['socket.chunked', 'kit.body-limit-of-chunks'],
  },
  {
    name: 'limits announced lengths only',
    http: {},
    behavior: {
      content: (bytes, headers) =>
        'content-length' in headers ? correctBehavior.content(bytes, headers) : bytes,
    },
    fails: ['kit.body-limit-of-chunks'],
  },
  {
    name: 'reads a body that is announced as too long',
    isSlow: true,
    http: { early: () => false },
    fails: ['kit.announced-limit'],
  },
  {
    name: 'closes the connection after an error',
    http: {
      write: (reply, outgoing, incoming) => {
        correctHttp.write(reply, outgoing, incoming);
        if (reply.body.includes('"error"')) outgoing.once('finish', () => incoming.socket.end());
      },
    },
    fails: ['socket.keep-alive', 'socket.responses-in-order', 'kit.keep-alive'],
  },
  {
    name: 'announces that it closes the connection after an error',
    http: {
      write: (reply, outgoing, incoming) => {
        const headers = { ...reply.headers, connection: 'close' };
        const closes = reply.body.includes('"error"');
        correctHttp.write(closes ? { ...reply, headers } : reply, outgoing, incoming);
      },
    },
    fails: ['kit.keep-alive'],
  },
  {
    name: 'closes the connection after a rejection',
    http: {
      write: (reply, outgoing, incoming) => {
        correctHttp.write(reply, outgoing, incoming);
        if (reply.status >= 400) outgoing.once('finish', () => incoming.socket.end());
      },
    },
    fails: ['kit.keep-alive'],
  },
  {
    name: 'runs a request as soon as its body is JSON',
    http: { read: readUntilJson },
    fails: ['socket.body-too-short', 'socket.chunks-cut-off'],
  },
  {
    name: 'closes the connection on malformed HTTP',
    http: {
      listener: (responder, http) =>
        (correctHttp.listener(responder, http) as HttpServer).on('clientError', (_, socket) =>
          socket.destroy(),
        ),
    },
    fails: ['socket.invalid-length'],
  },
  {
    name: 'repeats the first response of a connection',
    http: {
      write: (reply, outgoing, incoming) => {
        const first = firstReplies.get(incoming.socket) ?? reply;
        firstReplies.set(incoming.socket, first);
        correctHttp.write(first, outgoing, incoming);
      },
    },
    fails: ['socket.keep-alive', 'socket.responses-in-order', 'kit.keep-alive'],
  },
  {
    name: 'ignores HTTP framing',
    http: { listener: naiveListener },
    fails: [
      'socket.no-content',
      'socket.head',
      'socket.chunked',
      'socket.body-too-short',
      'socket.body-too-long',
      'socket.invalid-length',
      'kit.head-and-options',
      'kit.announced-limit',
      'kit.keep-alive',
    ],
  },
  {
    name: 'never responds to a compressed body',
    isSlow: true,
    http: {
      write: (reply, outgoing, incoming) => {
        const isCompressed = 'content-encoding' in incoming.headers;
        if (!isCompressed) correctHttp.write(reply, outgoing, incoming);
      },
    },
    fails: ['http.content-encoding', 'kit.content-encoding'],
  },
];

function rawReply({ status, headers, body }: Reply): string {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return `HTTP/1.1 ${status} x\r\n${lines}\r\n${body}`;
}

/** Does not wait for the end of the message. */
function readUntilJson(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    let body = Buffer.alloc(0);
    incoming.on('data', (chunk: Buffer) => {
      body = Buffer.concat([body, chunk]);
      try {
        JSON.parse(body.toString());
        resolve(body);
      } catch {
        // Not yet.
      }
    });
    incoming.on('end', () => resolve(body));
  });
}

/** Treats everything received after the head as the body, and closes after the response. */
function naiveListener(responder: Responder): Server {
  return createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let received = '';
    let timer: NodeJS.Immediate | undefined;
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      clearImmediate(timer);
      if (received.includes('\r\n\r\n'))
        timer = setImmediate(() => void respond(socket, received, responder));
    });
  });
}

async function respond(socket: Socket, received: string, responder: Responder): Promise<void> {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const [verb = '', path = ''] = line.split(' ');
  const headers: Record<string, string> = {};
  for (const text of lines) {
    const [name = '', value = ''] = text.split(/: */, 2);
    headers[name.toLowerCase()] =
      name.toLowerCase() in headers ? `${headers[name]}, ${value}` : value;
  }
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  const reply = await responder({ verb, path, headers, body });
  socket.end(rawReply({ ...reply, headers: { ...reply.headers, connection: 'close' } }));
}
