import { GatewayError, type Clock } from '@model-gateway/core';
import { toUpstreamError } from './to-upstream-error.ts';

/** A limit for the silence of an upstream, before its answer or within it. */
export interface SilenceLimit {
  /** Aborts with a 524 when the upstream was silent for too long. */
  readonly signal: AbortSignal;
  /** Begins to count, or begins anew. */
  start(): void;
  stop(): void;
  /** Stops for good. */
  end(): void;
}

/** Creates a limit for the silence of the upstream at `host`. */
export function silenceLimit(clock: Clock, host: string, milliseconds: number): SilenceLimit {
  const controller = new AbortController();
  let hasEnded = false;
  let stop = () => {};
  return {
    signal: controller.signal,
    start() {
      stop();
      if (hasEnded) return;
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
    end() {
      hasEnded = true;
      stop();
    },
  };
}

/**
 * Yields the same chunks, and limits how long each may take; the time that a reader takes does not
 * count. Errors of the connection become those of an upstream.
 */
export function limited(
  chunks: AsyncIterable<Uint8Array>,
  silence: SilenceLimit,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.asyncIterator]();
      return {
        async next() {
          silence.start();
          try {
            return await iterator.next();
          } catch (error) {
            throw toUpstreamError(error);
          } finally {
            silence.stop();
          }
        },
        async return() {
          silence.end();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
