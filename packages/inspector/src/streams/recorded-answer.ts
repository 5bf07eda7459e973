import { heardStream, type HeardAnswer } from '@model-gateway/core/kit';
import { memberOf, textOf } from '../api/member-of.ts';
import type { Chunk, RequestDetail } from '../api/types.ts';

/** A streamed answer, to be looked at as it stood after any of its events. */
export class RecordedAnswer {
  readonly #operation: string;
  readonly #chunks: readonly Chunk[];
  /** Made when somebody looks: a conversation has many answers. */
  #events: readonly string[] | undefined;
  /** The last that was asked for: one change of the page asks several times. */
  #known: { readonly position: number; readonly heard: HeardAnswer | undefined } | undefined;

  constructor(operation: string, chunks: readonly Chunk[]) {
    this.#operation = operation;
    this.#chunks = chunks;
  }

  /** What the client had heard after this many events; undefined before the first words. */
  at(position: number): HeardAnswer | undefined {
    if (this.#known?.position !== position) {
      this.#events ??= this.#chunks.map(eventText);
      const heard = heardStream(this.#operation, this.#events.slice(0, position));
      this.#known = { position, heard };
    }
    return this.#known?.heard;
  }

  /** What each event said, by its position. */
  words(): ReadonlyMap<number, string> {
    const pieces = this.at(this.#chunks.length)?.pieces ?? [];
    return new Map(pieces.map(({ event, text }) => [event, text]));
  }

  /** How many of the events up to there said something, as `afterDeltas` of an ending counts. */
  deltasAt(position: number): number {
    return this.at(position)?.deltas.length ?? 0;
  }
}

function eventText({ data }: Chunk): string {
  if (data === null) return '';
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** An event as it was on the wire, with secrets masked. */
export function frameOf(chunk: Chunk): string {
  const { event, data } = chunk;
  if (data === null && event === null) return ': comment';
  const lines = eventText(chunk)
    .split('\n')
    .map((line) => `data: ${line}`);
  return [...(event === null ? [] : [`event: ${event}`]), ...lines].join('\n');
}

/** An error that a stream reported before it ended. */
export interface ToldError {
  readonly status: number | undefined;
  readonly message: string | undefined;
  /** The kind of error, where its status does not say it. */
  readonly type: string | undefined;
}

/** The statuses of what breaks streams. Source: contract §12.7. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request: 400,
  authentication: 401,
  payment_required: 402,
  permission_denied: 403,
  not_found: 404,
  precondition_failed: 412,
  payload_too_large: 413,
  unprocessable: 422,
  rate_limit_exceeded: 429,
  server: 500,
  provider_unavailable: 502,
  timeout: 524,
  provider_overloaded: 529,
};

/** Returns the error that a stream ended with; undefined for one that ended in another way. */
export function errorAtEnd(chunks: readonly Chunk[]): ToldError | undefined {
  // Behind it is nothing but the mark of the end.
  for (const { data } of chunks.slice(-2).toReversed()) {
    const response = memberOf(data, 'response');
    const error = memberOf(response, 'error') ?? memberOf(data, 'error');
    if (typeof error !== 'object' || error === null) continue;
    const kind =
      textOf(memberOf(error, 'metadata'), 'error_type') ??
      textOf(error, 'error_type') ??
      textOf(response, 'error_type') ??
      textOf(error, 'type') ??
      '';
    const code = Number(memberOf(error, 'code'));
    const status = Object.hasOwn(STATUSES, kind) ? STATUSES[kind] : undefined;
    return {
      status: code >= 400 ? code : status,
      message: textOf(error, 'message'),
      type: status === undefined && kind !== '' ? kind : undefined,
    };
  }
  return undefined;
}

/** How a stream ended, in the words of rules; undefined while it is open and without one. */
export function endingOf({ stream, response }: RequestDetail): string | undefined {
  if (stream === null || stream.end === 'open') return undefined;
  return errorAtEnd(response?.chunks ?? []) === undefined ? stream.end : 'error-event';
}
