import type {
  AnyOperation as Definition,
  GatewayRequest,
  GatewayResponse,
} from '@model-gateway/core';
import type { OperationMatch } from '../http/operation-match.ts';
import { statusOnWire } from '../rules/faults/socket-break.ts';
import { isConversation } from '../rules/rule-target.ts';
import type { KeptBody } from './kept-body.ts';
import { KeptWords } from './kept-words.ts';
import { toKeptResponse, type KeptChunk, type KeptResponse } from './kept-response.ts';
import { adjustedParts } from './adjusted-parts.ts';
import { hintOf, unknownParts } from './unknown-parts.ts';
import { watched, type Sent } from './watched-stream.ts';
import type { StreamProgress } from '../journal-entry.ts';
import type { TargetName } from '../route-name.ts';

/** The notifications of a record to its journal. */
export interface RecordObserver {
  /** By the tenant's clock. */
  now(): number;
  bodyCame(record: RequestRecord): void;
  /** Whether answers are kept, too. */
  readonly keepsResponses: boolean;
  /** The answer as it is known now; the record holds it unless there is no room. */
  responseCame(record: RequestRecord, response: KeptResponse): void;
  /** Something is known of the request that was not known before. */
  changed(record: RequestRecord): void;
  /** The request is over, or nothing handles it. */
  ended(record: RequestRecord): void;
}

/** The header with hints of the mock about a request. */
const HINT_HEADER = 'x-mock-hint';
const GENERATION_HEADER = 'x-generation-id';

/** Named beside the rules that had a part in an answer. */
export const GATEWAY = 'gateway';

// Shared by most records, because every request that is served has one.
const UNREAD: KeptBody = { kind: 'unread' };
const EMPTY: readonly string[] = [];
/** Of a streamed answer that is kept; a stream of text may have any number of them. */
const MOST_CHUNKS = 2000;
const GATEWAY_ALONE: readonly string[] = [GATEWAY];

/**
 * A request and its outcome so far. It holds everything as received, secrets too: `toEntry` masks
 * them.
 */
export class RequestRecord {
  readonly number: number;
  /** Undefined for an unhandled request. */
  readonly operation: TargetName | undefined;
  /** The parameters of the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** With the mount. */
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
  body: KeptBody = UNREAD;
  answeredBy = EMPTY;
  status: number | undefined;
  durationMs: number | undefined;
  stream: StreamProgress | undefined;
  /** The answer, where the journal keeps answers. */
  response: KeptResponse | undefined;
  /** What a model said; undefined where the request is no conversation. */
  words: KeptWords | undefined;
  /** The position of its latest change in the gateway's change log. */
  change = 0;
  /** The `x-generation-id` of the answer. */
  generationId: string | undefined;
  /** The parts of it that the gateway does not know, once there is an answer. */
  unknown = EMPTY;
  /** The parts that the gateway changed or ignored, once there is an answer. */
  adjusted = EMPTY;
  /** Whether a failed verification has reported its unknown parts. */
  isUnknownReported = false;
  /**
   * Whether a test expects the request, or its failure has reported it, so that it needs no answer.
   */
  isAccountedFor = false;
  readonly #observer: RecordObserver;
  readonly #definition: Definition | undefined;
  #reading: Promise<unknown> | undefined;
  #isUnanswered = false;
  #onOver: (() => void) | undefined;

  constructor(
    number: number,
    request: GatewayRequest,
    operation: OperationMatch | undefined,
    observer: RecordObserver,
  ) {
    this.number = number;
    this.operation = operation?.id;
    this.#definition = operation?.definition;
    this.params = operation?.params ?? {};
    this.method = request.method;
    this.path = request.mount + request.path;
    this.search = request.search;
    // A copy: the host's middleware may go on changing its own.
    this.headers = { ...request.headers };
    this.at = observer.now();
    this.#observer = observer;
  }

  get isUnhandled(): boolean {
    return this.operation === undefined || this.#isUnanswered;
  }

  /** Whether the request has been received in full. */
  get isComplete(): boolean {
    const hasBody = this.method !== 'GET' && this.method !== 'HEAD';
    const isAtItsEnd = this.status !== undefined || this.isUnhandled;
    return isAtItsEnd || this.body.kind !== 'unread' || !hasBody;
  }

  /** Returns whether the body was read. */
  bodyCame(body: KeptBody): void {
    if (this.body !== UNREAD) return;
    this.body = body;
    this.#observer.bodyCame(this);
    this.#observer.changed(this);
  }

  /**
   * A rule has a part in the answer. It need not look at the body, and the test may ask for it, so
   * it is read here: the test of a failed attempt needs to see what was sent.
   */
  ruledBy(id: string, readBody: () => Promise<unknown>): void {
    this.answeredBy = [...this.answeredBy, id];
    this.#observer.changed(this);
    // The reader that needs the body gets the same error.
    this.#reading ??= readBody().catch(() => {});
  }

  /** Notes that the request has reached the gateway itself. */
  reachedGateway(): void {
    this.answeredBy = this.answeredBy === EMPTY ? GATEWAY_ALONE : [...this.answeredBy, GATEWAY];
  }

  /** Calls `listener`, of which there is one, once there is nothing more to do for the request. */
  whenOver(listener: () => void): void {
    this.#onOver = listener;
  }

  /** Notes that there will be no answer: the mock itself failed. */
  failed(): void {
    this.#onOver?.();
  }

  /** Notes that it was for a route, and that every rule of it passed it on. */
  unanswered(): void {
    this.#isUnanswered = true;
  }

  /** Notes the answer, and returns it as it is to be sent. */
  answered(
    response: GatewayResponse,
    request: GatewayRequest,
  ): GatewayResponse | Promise<GatewayResponse> {
    if (this.#reading === undefined) return this.#answeredNow(response, request);
    return this.#reading.then(() => this.#answeredNow(response, request));
  }

  #answeredNow(response: GatewayResponse, request: GatewayRequest): GatewayResponse {
    this.status = statusOnWire(response);
    this.generationId = response.headers[GENERATION_HEADER];
    const hinted = this.#hinted(response);
    if (this.operation !== undefined && isConversation(this.operation)) {
      this.words = new KeptWords(this.operation, hinted);
    }
    if (this.#observer.keepsResponses) {
      this.#observer.responseCame(this, toKeptResponse(hinted));
    }
    const { kind } = hinted.body;
    if (kind === 'events' || kind === 'stream') return this.#streamed(hinted, request);
    this.#end();
    return hinted;
  }

  /** Names ignored parts in the answer: a mistyped name would otherwise go unnoticed. */
  #hinted(response: GatewayResponse): GatewayResponse {
    if (this.operation === undefined) return response;
    this.unknown = unknownParts(this.#definition, this.search, this.body);
    this.adjusted = adjustedParts(response.headers);
    const hint = hintOf(this);
    if (hint === '') return response;
    return { ...response, headers: { ...response.headers, [HINT_HEADER]: hint } };
  }

  #streamed(response: GatewayResponse, request: GatewayRequest): GatewayResponse {
    let events = 0;
    this.stream = { events, end: 'open' };
    this.#observer.changed(this);
    const watcher = {
      wantsBytes: () => this.#observer.keepsResponses || this.words !== undefined,
      sent: ({ bytes, data, count }: Sent) => {
        events += count;
        this.stream = { events, end: 'open' };
        const said = data ?? bytes;
        if (said !== undefined) this.words?.sent(said);
        if (bytes !== undefined && this.#observer.keepsResponses) this.#chunkCame(bytes);
      },
      ended: (end: StreamProgress['end']) => {
        this.stream = { events, end };
        this.#end();
      },
    };
    return { ...response, body: watched(response.body, watcher, () => request.signal) };
  }

  /** Adds a part of a streamed answer to what is kept of it. */
  #chunkCame(bytes: Uint8Array): void {
    const { response } = this;
    if (response?.body.kind !== 'stream') return;
    const { chunks, leftOut } = response.body;
    const chunk: KeptChunk = { atMs: Math.max(0, this.#observer.now() - this.at), bytes };
    const isRoom = chunks.length < MOST_CHUNKS;
    if (isRoom) chunks.push(chunk);
    const body = { ...response.body, leftOut: isRoom ? leftOut : leftOut + 1 };
    const size = response.size + (isRoom ? bytes.byteLength : 0);
    this.#observer.responseCame(this, { ...response, body, size });
    this.#observer.changed(this);
  }

  #end(): void {
    // A test may set the clock back in between.
    this.durationMs = Math.max(0, this.#observer.now() - this.at);
    this.#onOver?.();
    this.#onOver = undefined;
    this.#observer.changed(this);
    this.#observer.ended(this);
  }
}
