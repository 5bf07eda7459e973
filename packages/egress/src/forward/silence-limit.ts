import { GatewayError, type Clock } from '@model-gateway/core';
import { toUpstreamError } from './to-upstream-error.ts';

/** A limit for the silence of an upstream, before its answer and within it. */
export interface SilenceLimit {
  /** Aborts with a 524 when the upstream was silent for too long. */
  readonly signal: AbortSignal;
  /** Begins to count, or begins anew. */
  start(milliseconds: number): void;
  stop(): void;
}

/** Creates a limit for the silence of the upstream at `host`. */
export function silenceLimit(clock: Clock, host: string): SilenceLimit {
  const controller = new AbortController();
  let stop = () => {};
  return {
    signal: controller.signal,
    start(milliseconds) {
      stop();
      stop = clock.after(
        milliseconds,
        () => {
          const message = `Request timed out, try again later: ${host} did not answer within ${milliseconds} ms`;
          controller.abort(new GatewayError('timedOut', { message }));
        },
        'limit',
      );
    },
    stop: () => stop(),
  };
}

/**
 * Yields the same chunks, and limits how long each may take; the time that a reader takes does not
 * count. Errors of the connection become those of an upstream.
 */
export function limited(
  chunks: AsyncIterable<Uint8Array>,
  silence: SilenceLimit,
  milliseconds: number,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.asyncIterator]();
      return {
        async next() {
          silence.start(milliseconds);
          try {
            return await iterator.next();
          } catch (error) {
            throw toUpstreamError(error);
          } finally {
            silence.stop();
          }
        },
        async return() {
          silence.stop();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
