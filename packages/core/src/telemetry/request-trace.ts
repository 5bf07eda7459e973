import type { ErrorName } from '../errors.ts';
import type { GatewayRequest } from '../http/message.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RecordDetail, RequestObserver } from '../ports/request-observer.ts';
import { GenerationTrace, type GenerationStart } from './generation-trace.ts';
import type { RecordedCaller, RequestEnding, RequestRecord } from './request-record.ts';
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
  #isOver = false;

  constructor(start: TraceStart, takers: readonly Taker[], clock: Clock) {
    this.#start = start;
    this.#takers = takers;
    this.#clock = clock;
  }

  /** Begins what a model makes, once the model is found. */
  generation(start: GenerationStart): GenerationTrace {
    const { startedAt } = this.#start;
    const keepsContent = this.#takers.some(({ detail }) => detail === 'content');
    const elapsed = () => this.#clock.now() - startedAt;
    this.#generation = new GenerationTrace(start, elapsed, keepsContent);
    return this.#generation;
  }

  /** Notes the error that the client gets, as a response or inside a stream. */
  failed(error: ErrorName): void {
    this.#error = error;
  }

  /** Only the first call counts. A stream that failed ended `broken`, however its bytes ended. */
  end(status: number, ending: RequestEnding): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error ??= this.#generation?.error;
    const broken = ending === 'complete' && status < 400 && this.#error !== undefined;
    const facts = this.#facts(status, broken ? 'broken' : ending);
    const made = new Map<RecordDetail, RequestRecord>();
    for (const { detail } of this.#takers) {
      if (made.has(detail)) continue;
      made.set(detail, Object.freeze({ ...facts, generation: this.#generation?.record(detail) }));
    }
    queueMicrotask(() => {
      for (const { observer, detail } of this.#takers) {
        const record = made.get(detail);
        if (record !== undefined) observer.observe(record);
      }
    });
  }

  #facts(status: number, ending: RequestEnding): Omit<RequestRecord, 'generation'> {
    const { operation, request, requestId, caller, startedAt } = this.#start;
    const { method, mount, path, headers } = request;
    return {
      requestId,
      operation: operation.id,
      method,
      route: operation.path,
      path: `${mount}${path}`,
      caller: caller && recordedCaller(caller),
      sessionId: sessionIdIn(headers),
      parent: traceParentIn(headers),
      startedAt,
      ms: this.#clock.now() - startedAt,
      status,
      ending,
      error: this.#error,
    };
  }
}

function recordedCaller(key: ApiKey): RecordedCaller {
  const { hash, label, kind, userId, organizationId, workspaceId } = key;
  return Object.freeze({
    keyHash: hash,
    keyLabel: label,
    kind,
    userId,
    organizationId,
    workspaceId,
  });
}
