import type { ErrorName } from '../errors.ts';
import type { GatewayRequest } from '../http/message.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RecordDetail, RequestObserver } from '../ports/request-observer.ts';
import { frozenCopy } from './frozen-copy.ts';
import { GenerationTrace, type GenerationStart } from './generation-trace.ts';
import type {
  RecordedCaller,
  RefusedKey,
  RequestEnding,
  RequestRecord,
} from '../ports/request-record.ts';
import { sessionIdIn, traceParentIn } from './trace-headers.ts';

/** An observer that wants a record, and how much it wants to know. */
export interface Taker {
  readonly observer: RequestObserver;
  readonly detail: RecordDetail;
}

/** What is known of a request when its caller is known. */
export interface TraceStart {
  readonly operation: { readonly id: string; readonly path: string };
  readonly request: GatewayRequest;
  readonly requestId: string;
  readonly caller: ApiKey | undefined;
  readonly startedAt: number;
}

/**
 * Gathers what becomes of a request, and hands the record to those who want it: exactly once, after
 * the end of the response.
 */
export class RequestTrace {
  readonly #start: TraceStart;
  readonly #takers: readonly Taker[];
  readonly #clock: Clock;
  #generation: GenerationTrace | undefined;
  #error: ErrorName | undefined;
  #refusedKey: RefusedKey | undefined;
  #sessionId: string | undefined;
  #isOver = false;

  constructor(start: TraceStart, takers: readonly Taker[], clock: Clock) {
    this.#start = start;
    this.#takers = takers;
    this.#clock = clock;
  }

  /** Begins what a model makes, once the model is found. */
  generation(start: GenerationStart): GenerationTrace {
    const { startedAt } = this.#start;
    this.#sessionId = start.sessionId;
    const keepsContent = this.#takers.some(({ detail }) => detail === 'content');
    const elapsed = () => this.#clock.now() - startedAt;
    this.#generation = new GenerationTrace(start, elapsed, keepsContent);
    return this.#generation;
  }

  /** Notes the error that the client gets, as a response or inside a stream. */
  failed(error: ErrorName): void {
    this.#error = error;
  }

  /** Notes the error of a request whose caller was refused, and the key if it was invalid. */
  refused(error: ErrorName, key: RefusedKey | undefined): void {
    this.#error = error;
    this.#refusedKey = key;
  }

  /** Only the first call counts. A stream that failed ended `broken`, however its bytes ended. */
  end(status: number, ending: RequestEnding): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error ??= this.#generation?.error;
    const broken = ending === 'complete' && status < 400 && this.#error !== undefined;
    const ms = this.#clock.now() - this.#start.startedAt;
    if (this.#generation?.isOpen === true) this.#endLater(this.#generation, status, ending, ms);
    else void this.#handOver(this.#records(status, broken ? 'broken' : ending, ms));
  }

  /** The client has left. */
  #endLater(generation: GenerationTrace, status: number, ending: RequestEnding, ms: number): void {
    generation.whenKnown(() => this.#handOver(this.#records(status, ending, ms)));
  }

  async #handOver(records: readonly RequestRecord[]): Promise<void> {
    // Not queueMicrotask, for which Node makes a resource of async_hooks each time.
    await Promise.resolve();
    for (let i = 0; i < records.length; i++) {
      const record = records[i];
      if (record !== undefined) this.#takers[i]?.observer.observe(record);
    }
  }

  /** The record for each taker; those who want the same detail get the same. */
  #records(status: number, ending: RequestEnding, ms: number): readonly RequestRecord[] {
    const { operation, request, requestId, caller, startedAt } = this.#start;
    const { method, mount, path, headers } = request;
    const recorded = caller && recordedCaller(caller);
    const refusedKey = this.#refusedKey;
    const record = (detail: RecordDetail): RequestRecord => {
      const made = {
        requestId,
        operation: operation.id,
        method,
        route: operation.path,
        path: mount + path,
        caller: recorded,
        sessionId: this.#sessionId ?? sessionIdIn(headers),
        parent: traceParentIn(headers),
        startedAt,
        ms,
        status,
        ending,
        error: this.#error,
        generation: this.#generation?.record(detail),
      };
      // Few have one, and to spread nothing takes time as well.
      return frozenCopy(refusedKey === undefined ? made : { ...made, refusedKey });
    };
    let metadata: RequestRecord | undefined;
    let content: RequestRecord | undefined;
    return this.#takers.map(({ detail }) =>
      detail === 'content' ? (content ??= record(detail)) : (metadata ??= record(detail)),
    );
  }
}

/** The last caller: many requests in a row have the same, and observers may keep their records. */
let lastCaller: RecordedCaller | undefined;

function recordedCaller(key: ApiKey): RecordedCaller {
  const { hash: keyHash, label: keyLabel, kind, userId, organizationId, workspaceId } = key;
  const last = lastCaller;
  const isSame =
    last?.keyHash === keyHash &&
    last.keyLabel === keyLabel &&
    last.kind === kind &&
    last.userId === userId &&
    last.organizationId === organizationId &&
    last.workspaceId === workspaceId;
  if (isSame) return last;
  lastCaller = Object.freeze({ keyHash, keyLabel, kind, userId, organizationId, workspaceId });
  return lastCaller;
}
