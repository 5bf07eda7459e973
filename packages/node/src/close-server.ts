import type { Server } from 'node:http';
import type { Clock } from '@model-gateway/core';
import { AMOUNT, checkOptions, type OptionTable } from '@model-gateway/core/kit';
import type { Connections, CutRequest } from './connections.ts';
import { onceAllIsRead } from './once-all-is-read.ts';

/** Options of closing a server. */
export interface CloseOptions {
  /** Time for requests and streams in flight to complete, in milliseconds; 10,000 by default. */
  readonly drainTimeoutMs?: number | undefined;
}

/** Result of closing a server. */
export interface ClosedServer {
  /** Requests in flight that did not complete in time; empty when every request was answered. */
  readonly cut: readonly CutRequest[];
}

export interface ServerEnd {
  close(options?: CloseOptions): Promise<ClosedServer>;
  closeNow(): Promise<ClosedServer>;
}

const DRAIN_TIMEOUT_MS = 10_000;
/** How long handlers may take to finish once every connection is closed. */
const SETTLE_MS = 1000;
/** How many connections the system keeps for a process that does not accept them; Node's default. */
const BACKLOG = 511;

/** Closes a server once: later calls get the promise of the first. */
export function serverEnd(server: Server, connections: Connections, clock: Clock): ServerEnd {
  let closed: Promise<ClosedServer> | undefined;
  let cut: readonly CutRequest[] = [];
  let isCutShort = false;
  const cutShort = () => {
    isCutShort = true;
    cut = [...cut, ...connections.cut()];
  };

  const connectionsClosed = () =>
    new Promise<ClosedServer>((resolve) => {
      server.close(() => resolve({ cut }));
      if (isCutShort) cutShort();
      else connections.closeSilent();
    });

  const drain = async (drainTimeoutMs: number) => {
    const callOff = clock.after(drainTimeoutMs, cutShort, 'limit');
    connections.drain();
    // Requests that have arrived count as in flight: closing a connection that was not accepted, or
    // an idle one with an unread request, resets it.
    await onceAllIsAccepted(connections);
    const outcome = await connectionsClosed();
    callOff();
    await settled(connections, clock);
    return outcome;
  };

  return {
    close(options = {}) {
      checkOptions('close', options, OPTIONS);
      return (closed ??= drain(options.drainTimeoutMs ?? DRAIN_TIMEOUT_MS));
    },
    closeNow() {
      cutShort();
      closed ??= connectionsClosed();
      return closed;
    },
  };
}

/**
 * Waits until every connection that the system has made was accepted, and every request on them
 * read. Node accepts one connection in a turn of its event loop, and work for the requests before it
 * may fill each turn. No longer than for all that the system keeps, so that clients who come all the
 * time do not hold up the end.
 */
async function onceAllIsAccepted(connections: Connections): Promise<void> {
  for (let turn = 0; turn < BACKLOG; turn++) {
    const before = connections.accepted;
    await onceAllIsRead();
    if (connections.accepted === before) return;
  }
}

/**
 * Waits for handlers, which may still record charges; no longer than SETTLE_MS for one that hangs.
 */
async function settled(connections: Connections, clock: Clock): Promise<void> {
  let callOff = () => {};
  const tooLong = new Promise<void>((resolve) => {
    callOff = clock.after(SETTLE_MS, resolve, 'limit');
  });
  await Promise.race([connections.handled(), tooLong]);
  callOff();
}

const OPTIONS: OptionTable<CloseOptions> = {
  drainTimeoutMs: AMOUNT,
};
