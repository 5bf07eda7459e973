import type { GatewayRequest, GatewayResponse, OperationId } from '@model-gateway/core';
import type { OperationMatch } from '../http/operation-match.ts';
import { statusOnWire } from '../rules/faults/socket-break.ts';
import type { KeptBody } from './kept-body.ts';
import { adjustedParts } from './adjusted-parts.ts';
import { hintOf, unknownParts } from './unknown-parts.ts';
import { watched } from './watched-stream.ts';
import type { StreamProgress } from '../journal-entry.ts';

/** What a record says to the journal that it is in. */
export interface RecordObserver {
  /** By the tenant's clock. */
  now(): number;
  bodyCame(record: RequestRecord): void;
  /** Something is known of the request that was not known before. */
  changed(): void;
}

/** What the mock has to say about a request. */
const HINT_HEADER = 'x-mock-hint';

/** Named beside the rules that had a part in an answer. */
export const GATEWAY = 'gateway';

// What most records have in common, made once: every request that is served has a record.
const UNREAD: KeptBody = { kind: 'unread' };
const NOBODY: readonly string[] = [];
const GATEWAY_ALONE: readonly string[] = [GATEWAY];

/**
 * A request and what becomes of it, while it is written down. It holds everything as it came,
 * secrets too: `toEntry` makes of it what may be shown.
 */
export class RequestRecord {
  readonly number: number;
  /** Undefined for a request that nobody answers. */
  readonly operation: OperationId | undefined;
  /** The parameters of the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** With the mount. */
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
  body: KeptBody = UNREAD;
  answeredBy = NOBODY;
  status: number | undefined;
  durationMs: number | undefined;
  stream: StreamProgress | undefined;
  /** What of it the gateway does not know, once there is an answer. */
  unknown = NOBODY;
  /** The parts that the gateway changed or ignored, once there is an answer. */
  adjusted = NOBODY;
  /** A failed verification told of what is unknown in it. */
  isUnknownTold = false;
  /** A test said that it expects the request, or was told of it: an end without an answer is fine. */
  isAccountedFor = false;
  readonly #observer: RecordObserver;
  #reading: Promise<unknown> | undefined;

  constructor(
    number: number,
    request: GatewayRequest,
    operation: OperationMatch | undefined,
    observer: RecordObserver,
  ) {
    this.number = number;
    this.operation = operation?.id;
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
    return this.operation === undefined;
  }

  /** Whether nothing of the request itself is still to come. */
  get isComplete(): boolean {
    const hasBody = this.method !== 'GET' && this.method !== 'HEAD';
    const isAtItsEnd = this.status !== undefined || this.isUnhandled;
    return isAtItsEnd || this.body.kind !== 'unread' || !hasBody;
  }

  /** Somebody read the body. */
  bodyCame(body: KeptBody): void {
    if (this.body !== UNREAD) return;
    this.body = body;
    this.#observer.bodyCame(this);
    this.#observer.changed();
  }

  /**
   * A rule has a part in the answer. It need not look at the body, and the test may ask for it, so
   * it is read here: of a failing attempt one wants to know what it sent.
   */
  ruledBy(id: string, readBody: () => Promise<unknown>): void {
    this.answeredBy = [...this.answeredBy, id];
    // Whoever needs the body finds out the same.
    this.#reading ??= readBody().catch(() => {});
  }

  /** The gateway itself is asked. */
  reachedGateway(): void {
    this.answeredBy = this.answeredBy === NOBODY ? GATEWAY_ALONE : [...this.answeredBy, GATEWAY];
  }

  /** The answer, which comes back as it is to be sent. */
  answered(
    response: GatewayResponse,
    request: GatewayRequest,
  ): GatewayResponse | Promise<GatewayResponse> {
    if (this.#reading === undefined) return this.#answeredNow(response, request);
    return this.#reading.then(() => this.#answeredNow(response, request));
  }

  #answeredNow(response: GatewayResponse, request: GatewayRequest): GatewayResponse {
    this.status = statusOnWire(response);
    const hinted = this.#hinted(response);
    const { kind } = hinted.body;
    if (kind === 'events' || kind === 'stream') return this.#streamed(hinted, request);
    this.#end();
    return hinted;
  }

  /** Says in the answer what was ignored: a mistyped name would otherwise go unnoticed. */
  #hinted(response: GatewayResponse): GatewayResponse {
    if (this.operation === undefined) return response;
    this.unknown = unknownParts(this.operation, this.search, this.body);
    this.adjusted = adjustedParts(response.headers);
    const hint = hintOf(this);
    if (hint === '') return response;
    return { ...response, headers: { ...response.headers, [HINT_HEADER]: hint } };
  }

  #streamed(response: GatewayResponse, request: GatewayRequest): GatewayResponse {
    let events = 0;
    this.stream = { events, end: 'open' };
    this.#observer.changed();
    const watcher = {
      sent: () => {
        this.stream = { events: ++events, end: 'open' };
      },
      ended: (end: StreamProgress['end']) => {
        this.stream = { events, end };
        this.#end();
      },
    };
    return { ...response, body: watched(response.body, watcher, () => request.signal) };
  }

  #end(): void {
    // A test may set the clock back in between.
    this.durationMs = Math.max(0, this.#observer.now() - this.at);
    this.#observer.changed();
  }
}
