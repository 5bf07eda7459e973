import type { Clock } from '@model-gateway/core';
import type { OutboxKeeper } from './outbox/outbox-keeper.ts';
import { toStats, type TelemetryStats } from './stats/telemetry-stats.ts';
import type { Workspaces } from './workspaces.ts';

/** The outcome of the records that were queued when `close` was called. */
export interface Closing {
  readonly sent: number;
  /** Left in the outbox, from which another process sends them. */
  readonly stored: number;
  readonly lost: number;
}

interface ClosingContext {
  readonly clock: Clock;
  readonly outbox: OutboxKeeper | undefined;
  /** Ends the announcements of changed destinations, once nothing more is sent. */
  readonly unsubscribe: (() => void) | undefined;
}

/** How much of the time is for sending, where there is an outbox to leave. */
const SENDING_SHARE = 0.8;

/** Sends what is queued for at most `timeoutMs` milliseconds, and gives up the rest. */
export async function closeWorkspaces(
  workspaces: Workspaces,
  timeoutMs: number,
  { clock, outbox, unsubscribe }: ClosingContext,
): Promise<Closing> {
  const sendingMs = outbox === undefined ? timeoutMs : timeoutMs * SENDING_SHARE;
  let cancel = () => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(sendingMs, resolve, 'limit');
  });
  const before = toStats(workspaces);
  const emptied = workspaces
    .ready()
    .then(() => Promise.all(workspaces.channels.map((channel) => channel.close())));
  await Promise.race([emptied, timeout]);
  cancel();
  for (const workspace of workspaces) workspace.giveUp();
  unsubscribe?.();
  await outbox?.close(timeoutMs - sendingMs);
  const after = toStats(workspaces);
  return {
    sent: after.totals.outcomes.sent - before.totals.outcomes.sent,
    stored: after.totals.outcomes.stored - before.totals.outcomes.stored,
    lost: lostIn(after) - lostIn(before),
  };
}

function lostIn({ totals, unrouted }: TelemetryStats): number {
  const { outcomes } = totals;
  const dropped = Object.entries(outcomes).filter(([name]) => name.startsWith('dropped_'));
  return unrouted + outcomes.rejected + dropped.reduce((sum, [, count]) => sum + count, 0);
}
