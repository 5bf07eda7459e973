import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EVENTS_TYPE } from '../servers/bench-image.ts';
import { CHAT_ROUTES, DELTAS, FIRST_WORD, STEADY, VECTORS } from '../servers/chat-routes.ts';
import { JSON_TYPE } from '../tiny-body.ts';
import type { StreamParts } from './wire-streams.ts';

const HEAD = {
  id: 'chatcmpl-BenchBenchBenchBenchBench1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'gpt-5.6-luna-2026-07-09',
  service_tier: 'default',
  system_fingerprint: 'fp_0123456789',
};
const USAGE = {
  prompt_tokens: 20,
  completion_tokens: DELTAS,
  total_tokens: DELTAS + 20,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};
const FIRST_DELTA = chunk({ content: FIRST_WORD });
const DELTA = chunk({ content: ' and word' });
const FIRST = chunk({ role: 'assistant', content: '', refusal: null });
const LAST = `${chunk({}, 'stop')}${event({ ...HEAD, choices: [], usage: USAGE })}data: [DONE]\n\n`;
const OPENAI: StreamParts = {
  contentType: EVENTS_TYPE,
  first: Buffer.from(FIRST),
  deltas: Array.from({ length: DELTAS }, () => Buffer.from(DELTA)),
  last: Buffer.from(LAST),
};
const WHOLE = Buffer.from(
  JSON.stringify({
    ...HEAD,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'word '.repeat(330),
          refusal: null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
  }),
);

/** Deltas of one write, by route, or by the end of one. */
const TOGETHER = new Map<string, number>([
  [CHAT_ROUTES.paced, 1],
  [CHAT_ROUTES.joined, 8],
]);

/** How long a model thinks that says one thing. */
const FIRST_MS = 20;

/**
 * An upstream with chat completions whose answers are ready. A stream goes on when its client has
 * received what was written before: so each write is a read of whatever lies between, however busy
 * the machine is. Requests are told apart by the number in them.
 */
export class ChatUpstream {
  readonly server: Server;
  readonly #streams = new Map<string, Stream>();
  /** By route, for wires other than chat completions. */
  readonly #wires: ReadonlyMap<string, StreamParts>;

  constructor(wires: ReadonlyMap<string, StreamParts>) {
    this.#wires = wires;
    // While other cases have their turns, a connection waits for longer than node:http keeps it. The
    // gateway opens another one unless it is told so; bare keeps its own whatever it is told.
    this.server = createServer(
      { keepAliveTimeout: 600_000 },
      (req, res) => void this.#answer(req, res),
    );
  }

  /** The client of a request has received something. */
  received(number: number): void {
    const key = keyOf(number);
    if (this.#streams.get(key)?.goOn() === true) this.#streams.delete(key);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, route = ''] = (req.url ?? '').split('/');
    if (route === CHAT_ROUTES.whole) {
      for await (const _ of req);
      res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': WHOLE.byteLength });
      res.end(WHOLE);
      return;
    }
    if (route === VECTORS.route) {
      for await (const _ of req);
      const bytes = vectors();
      res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': bytes.byteLength });
      res.end(bytes);
      return;
    }
    let body = '';
    for await (const piece of req) body += String(piece);
    const [wire = '', pace = route] = route.split('-');
    const stream = this.#wires.get(wire) ?? OPENAI;
    res.writeHead(200, { 'content-type': stream.contentType });
    if (route === CHAT_ROUTES.first) {
      setTimeout(() => res.end(FIRST + FIRST_DELTA + LAST), FIRST_MS);
      return;
    }
    if (route === CHAT_ROUTES.steady) return speakSteadily(res);
    const [key = ''] = /\d{9}/.exec(body) ?? [];
    const running = new Stream(res, stream, TOGETHER.get(pace) ?? 1);
    this.#streams.set(key, running);
    running.goOn();
  }
}

/**
 * At times that are counted from the first: intervals that were late together once fire together
 * ever after, and fifty streams would speak as one.
 */
function speakSteadily(res: ServerResponse): void {
  const { pauseMs, openMs } = STEADY;
  const begun = performance.now();
  const speakAt = (ms: number) => {
    const speak = () => {
      res.write(ms === pauseMs ? FIRST + FIRST_DELTA : DELTA);
      if (ms >= openMs) res.end(LAST);
      else speakAt(ms + pauseMs);
    };
    setTimeout(speak, Math.max(0, begun + ms - performance.now()));
  };
  speakAt(pauseMs);
}

function keyOf(number: number): string {
  return String(number).padStart(9, '0');
}

class Stream {
  readonly #res: ServerResponse;
  readonly #parts: StreamParts;
  readonly #together: number;
  #written = 0;

  constructor(res: ServerResponse, parts: StreamParts, together: number) {
    this.#res = res;
    this.#parts = parts;
    this.#together = together;
  }

  /** Writes more; returns whether the stream is over. */
  goOn(): boolean {
    const { first, deltas, last } = this.#parts;
    const isFirst = this.#written === 0;
    const next = deltas.slice(this.#written, this.#written + this.#together);
    this.#written += this.#together;
    const isOver = this.#written >= DELTAS;
    const bytes = Buffer.concat([...(isFirst ? [first] : []), ...next, ...(isOver ? [last] : [])]);
    if (isOver) this.#res.end(bytes);
    else this.#res.write(bytes);
    return isOver;
  }
}

let madeVectors: Buffer | undefined;

/** An answer of embeddings in base64, of 16 MB: made once, by the first request for one. */
function vectors(): Buffer {
  madeVectors ??= makeVectors();
  return madeVectors;
}

function makeVectors(): Buffer {
  const { inputs, dimensions } = VECTORS;
  const data = Array.from({ length: inputs }, (_, index) => {
    const values = Float32Array.from({ length: dimensions }, (__, at) => Math.sin(index + at));
    return { object: 'embedding', index, embedding: Buffer.from(values.buffer).toString('base64') };
  });
  const usage = { prompt_tokens: inputs, total_tokens: inputs };
  const answer = { object: 'list', data, model: 'text-embedding-3-small', usage };
  return Buffer.from(JSON.stringify(answer));
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return event({ ...HEAD, choices, usage: null });
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
