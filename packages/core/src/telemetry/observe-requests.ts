import type { Clock } from '../ports/clock.ts';
import type { RequestObserver } from '../ports/request-observer.ts';
import type { RequestRecord } from '../ports/request-record.ts';
import { RequestTrace, type Taker, type TraceStart } from './request-trace.ts';

/** Begins the trace of a request; undefined when no observer wants to know of it. */
export type BeginTrace = (...start: TraceArguments) => RequestTrace | undefined;

/** Not an object: for a request that no observer wants, none is made. */
type TraceArguments = [
  operation: TraceStart['operation'],
  request: TraceStart['request'],
  requestId: string,
  caller: TraceStart['caller'],
  startedAt: number,
];

/**
 * Returns how requests are traced for these observers; undefined when there are none. What an
 * observer throws goes to `report` and changes no response.
 */
export function observeRequests(
  observers: readonly RequestObserver[],
  clock: Clock,
  report: (error: unknown) => void,
): BeginTrace | undefined {
  if (observers.length === 0) return undefined;
  const known = observers.map((unsafe) => {
    const observer = unfailing(unsafe, report);
    return {
      observer,
      metadata: { observer, detail: 'metadata' },
      content: { observer, detail: 'content' },
    } as const;
  });
  return (operation, request, requestId, caller, startedAt) => {
    let takers: readonly Taker[] | undefined;
    for (const one of known) {
      const detail = one.observer.wants(operation.id, caller);
      if (detail !== undefined) {
        const taker = detail === 'content' ? one.content : one.metadata;
        takers = takers === undefined ? [taker] : [...takers, taker];
      }
    }
    return (
      takers &&
      new RequestTrace({ operation, request, requestId, caller, startedAt }, takers, clock)
    );
  };
}

/** An observer that calls `listener` with the metadata of every request. */
export function everyRequest(listener: (record: RequestRecord) => void): RequestObserver {
  return { wants: () => 'metadata', observe: listener };
}

function unfailing(observer: RequestObserver, report: (error: unknown) => void): RequestObserver {
  return {
    wants(operation, caller) {
      try {
        return observer.wants(operation, caller);
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    observe(record) {
      try {
        observer.observe(record);
      } catch (error) {
        report(error);
      }
    },
  };
}
