import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { ByteQueue, type QueueSource } from './byte-queue.ts';
import type { Connection } from './connection-pool.ts';
import { idleTimeOf } from './idle-time.ts';
import { OutgoingPieces } from './outgoing-pieces.ts';
import { OutgoingStream } from './outgoing-stream.ts';
import { isStream, type StreamedRequest } from './streamed-request.ts';
import { toEgressError } from './to-egress-error.ts';

/** The answer to one request, with its body as received. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ByteQueue;
}

/** One request to one origin. */
export interface ExchangeRequest {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: StreamedRequest['body'] | readonly Uint8Array[] | undefined;
  readonly signal: AbortSignal;
  /** Called when the head is about to be written to a connection. */
  readonly onDispatch: () => void;
  /** Called when a body in pieces has left this process, all of it. */
  readonly onLeft?: (() => void) | undefined;
}

/**
 * Sends one request over a connection of its own and resolves when the answer's head was received.
 * Uses undici's dispatch directly: no stream objects, and it reports when the head is written. An
 * abort rejects at once with the signal's reason, at any stage, and closes the connection.
 */
export function exchange(connection: Connection, request: ExchangeRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(connection, request, resolve, reject);
    try {
      handler.send(request);
    } catch (error) {
      // A body that cannot be read, such as a stream that someone else reads.
      handler.fail(error);
    }
  });
}

class Exchange implements Dispatcher.DispatchHandler, QueueSource {
  readonly #connection: Connection;
  readonly #origin: string;
  readonly #signal: AbortSignal;
  readonly #onDispatch: () => void;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #body: ByteQueue;
  #controller: Dispatcher.DispatchController | undefined;
  /** A body that undici takes bit by bit. */
  #sending: OutgoingStream | OutgoingPieces | undefined;
  /** How long the connection may be idle afterwards, in milliseconds. */
  #idleMs = 0;
  /** Since when the server may have sent more than was read. */
  #behindSince: number | undefined;
  #isOver = false;

  constructor(
    connection: Connection,
    { origin, signal, onDispatch }: ExchangeRequest,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#connection = connection;
    this.#origin = origin;
    this.#signal = signal;
    this.#onDispatch = onDispatch;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new ByteQueue(this);
    signal.addEventListener('abort', this.#onAbort);
  }

  /** Sends the request. A stream is tied to this exchange: either ends with the other. */
  send({ origin, path, method, headers: given, body: whole, onLeft }: ExchangeRequest): void {
    let headers = given;
    if (isStream(whole)) {
      this.#sending = new OutgoingStream(whole, (error) => this.fail(error));
    } else if (Array.isArray(whole)) {
      const pieces = new OutgoingPieces(whole, onLeft, () => this.#connection.gatherWrites());
      headers = { ...given, 'content-length': String(pieces.byteLength) };
      this.#sending = pieces;
    }
    // undici takes iterables, although its type does not say so.
    const body = (this.#sending ?? whole ?? null) as Uint8Array | string | null;
    this.#connection.dispatcher.dispatch({ origin, path, method, headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#connection.expectAnswer();
    this.#onDispatch();
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#idleMs = idleTimeOf(String(headers['keep-alive'] ?? ''));
    this.#body.isReadersOwn = this.#connection.copiesReads();
    this.#resolve({ status, headers: toPlainHeaders(headers), body: this.#body });
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    if (this.#body.push(chunk)) return;
    this.#behindSince ??= this.#connection.now();
    this.#connection.pause();
  }

  onResponseEnd(): void {
    // A server may answer before it has read the request, but the rest would look like the next one.
    const sending = this.#sending;
    const isReusable = sending === undefined || sending.isSent;
    // Nor may the memory of what waits in the socket be freed: it would send what is written there next.
    const hasLeft = isReusable && this.#connection.hasSentAll();
    if (!this.#finish()) return;
    if (hasLeft && sending instanceof OutgoingPieces) sending.onLeft?.();
    this.#body.end();
    if (!isReusable) {
      this.#connection.destroy();
      return;
    }
    // The server counts from its last byte, which a slow reader meets much later.
    const idleSince = this.#behindSince ?? this.#connection.now();
    this.#connection.release(idleSince + this.#idleMs);
  }

  onResponseError(_: unknown, error: Error): void {
    const wasDispatched = this.#controller !== undefined;
    if (!this.#callOff()) return;
    const failure = toEgressError(error, new URL(this.#origin).host, wasDispatched);
    this.#body.fail(failure);
    this.#reject(failure);
  }

  resume(): void {
    // The connection may have another request by now.
    if (!this.#isOver) this.#connection.resume();
  }

  cancel(): void {
    this.#callOff();
  }

  readonly #onAbort = (): void => this.fail(this.#signal.reason);

  /** Fails the exchange with a reason, which may be any value and is passed on unchanged. */
  fail(reason: unknown): void {
    this.#callOff();
    this.#body.abort(reason);
    this.#reject(reason);
  }

  /** Ends the exchange and its connection; returns false if it was already over. */
  #callOff(): boolean {
    if (!this.#finish()) return false;
    this.#connection.destroy();
    return true;
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    // One that is kept has to notice its end.
    this.#connection.resume();
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#sending?.close();
    return true;
  }
}

/** undici makes an object of headers for each answer, and lists the values of those that are repeated. */
function toPlainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
  }
  // All others are strings: it has no value that is undefined.
  return headers as Record<string, string>;
}
