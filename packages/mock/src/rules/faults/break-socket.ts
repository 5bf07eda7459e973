import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { encodeResponse } from '@model-gateway/core/http';
import { nextTurn } from '@model-gateway/core/kit';
import type { Send } from '@model-gateway/node';
import { firstHalf } from './first-half.ts';
import { socketBreakOf } from './socket-break.ts';
import type { AbsentAnswer, BrokenAnswer } from '../wire-fault.ts';

/** Sends responses with `send`, and breaks the socket for those that ask for that. */
export function withSocketBreaks(send: Send): Send {
  return async (res, response) => {
    const breaks = socketBreakOf(response);
    if (breaks === undefined) return send(res, response);
    const { socket } = res.req;
    // A socket that is closed before everything was read is reset, which is another fault.
    await readToItsEnd(res.req);
    if (breaks.kind === 'absent') return ABSENCES[breaks.fault](socket);
    const answer = encodeResponse(breaks.answer);
    const { 'content-length': _length, ...headers } = answer.headers;
    const half = await firstHalf(answer);
    if (socket.destroyed) return undefined;
    // CORS and the names of the rules are added after the answer.
    const sendHead = (framing: Framing) => {
      res.writeHead(answer.status, { ...headers, ...response.headers, ...framing });
      res.flushHeaders();
    };
    return BREAKS[breaks.fault]({ socket, half, sendHead });
  };
}

const ABSENCES: Readonly<Record<AbsentAnswer, (socket: Socket) => void>> = {
  'reset-before-headers': (socket) => void socket.resetAndDestroy(),
  'end-before-headers': (socket) => socket.destroySoon(),
  garbage: (socket) => sendLast(socket, '\u0016\u0003 this is not HTTP\r\n\r\n'),
};

/** The headers that say how long a body is. */
type Framing = Readonly<Record<'content-length' | 'transfer-encoding', string>>;

interface Breakable {
  readonly socket: Socket;
  /** The first half of the body. */
  readonly half: Uint8Array;
  sendHead(framing: Partial<Framing>): void;
}

const CHUNKED = { 'transfer-encoding': 'chunked' };

const BREAKS: Readonly<Record<BrokenAnswer, (answer: Breakable) => void | Promise<void>>> = {
  async 'reset-after-headers'({ socket, half, sendHead }) {
    sendHead(lengthOf(half));
    await written(socket);
    socket.resetAndDestroy();
  },
  'short-content-length'({ socket, half, sendHead }) {
    sendHead(lengthOf(half));
    sendLast(socket, half);
  },
  'truncated-chunk'({ socket, half, sendHead }) {
    sendHead(CHUNKED);
    socket.write(`${(2 * half.byteLength).toString(16)}\r\n`);
    sendLast(socket, half);
  },
  'bad-chunk'({ socket, half, sendHead }) {
    sendHead(CHUNKED);
    socket.write('not-a-size\r\n');
    sendLast(socket, half);
  },
};

/** Twice as much as is sent. */
function lengthOf(half: Uint8Array) {
  return { 'content-length': String(2 * half.byteLength) };
}

function sendLast(socket: Socket, bytes: string | Uint8Array): void {
  socket.write(bytes);
  socket.destroySoon();
}

/** A socket that is reset in the turn in which it was written to may lose what was written. */
async function written(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => socket.write('', () => resolve()));
  await nextTurn();
}

function readToItsEnd(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (req.readableEnded || req.destroyed) resolve();
    req
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    req.resume();
  });
}
