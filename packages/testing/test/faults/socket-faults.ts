import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Fault } from '../fault.js';
import { type Reply, rightRules } from '../rules.js';
import { type Answer, rightWire } from '../rules-server.js';

const firstReplies = new WeakMap<Socket, Reply>();

export const socketFaults: readonly Fault[] = [
  {
    name: 'counts characters for the content-length',
    wire: {
      write: ({ status, headers, body }, outgoing) => {
        const length = status === 204 ? {} : { 'content-length': body.length };
        outgoing.writeHead(status, { ...headers, ...length }).end(body);
      },
    },
    fails: ['id.unicode', 'http.unicode', 'socket.content-length'],
  },
  {
    name: 'sends answers in chunks',
    wire: {
      write: ({ status, headers, body }, outgoing) => {
        outgoing.writeHead(status, headers);
        if (body !== '') outgoing.write(body);
        outgoing.end();
      },
    },
    fails: ['kit.content-length'],
  },
  {
    name: 'has a content-length with 204',
    wire: {
      write: ({ status, headers, body }, outgoing) => {
        const length = { 'content-length': Buffer.byteLength(body) };
        outgoing.writeHead(status, { ...headers, ...length }).end(body);
      },
    },
    fails: ['socket.no-content'],
  },
  {
    name: 'answers HEAD by a body',
    wire: {
      write: (reply, outgoing, incoming) => {
        if (incoming.method !== 'HEAD') return rightWire.write(reply, outgoing, incoming);
        outgoing.socket?.end(rawReply({ ...reply, body: 'no' }));
      },
    },
    fails: ['socket.head', 'kit.head-and-options'],
  },
  {
    name: 'reads no chunks',
    wire: {
      read: async (incoming) => {
        const body = await rightWire.read(incoming);
        return 'transfer-encoding' in incoming.headers ? Buffer.alloc(0) : body;
      },
    },
    fails: ['socket.chunked', 'kit.body-limit-of-chunks'],
  },
  {
    name: 'has a limit for announced lengths only',
    wire: {},
    rules: {
      content: (bytes, headers) =>
        'content-length' in headers ? rightRules.content(bytes, headers) : bytes,
    },
    fails: ['kit.body-limit-of-chunks'],
  },
  {
    name: 'reads what is announced as too long',
    isSlow: true,
    wire: { early: () => false },
    fails: ['kit.announced-limit'],
  },
  {
    name: 'cuts the connection after an error',
    wire: {
      write: (reply, outgoing, incoming) => {
        rightWire.write(reply, outgoing, incoming);
        if (reply.body.includes('"error"')) outgoing.once('finish', () => incoming.socket.end());
      },
    },
    fails: ['socket.keep-alive', 'socket.answers-in-order', 'kit.keep-alive'],
  },
  {
    name: 'closes the connection after an error, and says so',
    wire: {
      write: (reply, outgoing, incoming) => {
        const headers = { ...reply.headers, connection: 'close' };
        const closes = reply.body.includes('"error"');
        rightWire.write(closes ? { ...reply, headers } : reply, outgoing, incoming);
      },
    },
    fails: ['kit.keep-alive'],
  },
  {
    name: 'cuts the connection after a refusal',
    wire: {
      write: (reply, outgoing, incoming) => {
        rightWire.write(reply, outgoing, incoming);
        if (reply.status >= 400) outgoing.once('finish', () => incoming.socket.end());
      },
    },
    fails: ['kit.keep-alive'],
  },
  {
    name: 'runs a request as soon as it is JSON',
    wire: { read: readUntilJson },
    fails: ['socket.body-too-short', 'socket.chunks-cut-off'],
  },
  {
    name: 'cuts the connection where HTTP is broken',
    wire: {
      listener: (answer, wire) =>
        (rightWire.listener(answer, wire) as HttpServer).on('clientError', (_, socket) =>
          socket.destroy(),
        ),
    },
    fails: ['socket.invalid-length'],
  },
  {
    name: 'gives the first answer again on a connection',
    wire: {
      write: (reply, outgoing, incoming) => {
        const first = firstReplies.get(incoming.socket) ?? reply;
        firstReplies.set(incoming.socket, first);
        rightWire.write(first, outgoing, incoming);
      },
    },
    fails: ['socket.keep-alive', 'socket.answers-in-order', 'kit.keep-alive'],
  },
  {
    name: 'knows nothing of framing',
    wire: { listener: naiveListener },
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
    name: 'never answers a compressed body',
    isSlow: true,
    wire: {
      write: (reply, outgoing, incoming) => {
        const isCompressed = 'content-encoding' in incoming.headers;
        if (!isCompressed) rightWire.write(reply, outgoing, incoming);
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

/** Takes whatever comes after the head at once for the body, and closes after the answer. */
function naiveListener(answer: Answer): Server {
  return createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let received = '';
    let timer: NodeJS.Immediate | undefined;
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      clearImmediate(timer);
      if (received.includes('\r\n\r\n'))
        timer = setImmediate(() => void respond(socket, received, answer));
    });
  });
}

async function respond(socket: Socket, received: string, answer: Answer): Promise<void> {
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
  const reply = await answer({ verb, path, headers, body });
  socket.end(rawReply({ ...reply, headers: { ...reply.headers, connection: 'close' } }));
}
