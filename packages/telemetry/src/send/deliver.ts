import type { Exporter } from '../kinds/exporter-kind.ts';
import type { Queued } from '../queue/bounded-queue.ts';
import type { Dropped } from '../counters/counters.ts';
import { sizeOfView } from '../view/size-of-view.ts';
import type { View } from '../view/view.ts';
import { attempt, type AttemptContext, type AttemptResult } from './attempt.ts';
import { Bisection } from './bisection.ts';
import type { Standing } from './breaker.ts';
import { encodeWithin } from './encode-within.ts';
import { smaller } from './fit.ts';

type Entries = readonly Queued<View>[];

/** What became of a batch. Each of its records is in exactly one of these. */
export interface Delivery {
  readonly sent: number;
  /** Refused one by one by a receiver that took the others. */
  readonly rejected: number;
  readonly lost: Partial<Record<Dropped, number>>;
  /** To be queued again, before all others. */
  readonly again: Entries;
  /** To be sent again as they are, after a pause. */
  readonly retry: { readonly entries: Entries; readonly atLeastMs: number } | undefined;
  /** What this says about the destination. */
  readonly standing: Standing;
  /** The most records that the receiver takes, as a 413 says. */
  readonly learnedRecords: number | undefined;
}

const BISECTION_REQUESTS = 8;

const NOTHING: Delivery = {
  sent: 0,
  rejected: 0,
  lost: {},
  again: [],
  retry: undefined,
  standing: 'unknown',
  learnedRecords: undefined,
};

/** Sends a batch once, or finds the record that spoils it with a few more requests. Never rejects. */
export async function deliver(
  batch: { readonly id: string; readonly entries: Entries },
  exporter: Exporter,
  context: AttemptContext,
): Promise<Delivery> {
  const { clock, signal } = context;
  const fitting = await encodeWithin(exporter, batch, clock.now());
  const { request, entries, rest, oversize, refused } = fitting;
  const lost = { ...(oversize > 0 && { oversize }), ...(refused > 0 && { refused }) };
  if (request === undefined || signal.aborted) {
    return { ...NOTHING, lost, again: [...entries, ...rest] };
  }
  const result = await attempt(exporter, request, context);
  const delivery = await conclude(entries, exporter, context, result);
  return {
    ...delivery,
    lost: { ...lost, ...delivery.lost },
    again: [...delivery.again, ...rest],
  };
}

async function conclude(
  entries: Entries,
  exporter: Exporter,
  context: AttemptContext,
  result: AttemptResult,
): Promise<Delivery> {
  if (result.kind === 'called-off') return { ...NOTHING, again: entries };
  if (result.kind === 'unanswered') {
    if (!result.mayRepeat) return lose(entries, 'refused', 'misconfigured');
    return { ...NOTHING, retry: { entries, atLeastMs: 0 }, standing: 'failing' };
  }
  const { verdict, retryAfterMs } = result;
  switch (verdict.kind) {
    case 'sent': {
      const rejected = Math.min(verdict.rejected, entries.length);
      return { ...NOTHING, sent: entries.length - rejected, rejected, standing: 'well' };
    }
    case 'retry':
      return {
        ...NOTHING,
        retry: { entries, atLeastMs: retryAfterMs },
        standing: 'failing',
      };
    case 'refused':
      if (verdict.reason === 'auth') return lose(entries, 'auth', 'misconfigured');
      return lose(entries, 'refused', 'well');
    case 'split':
      return verdict.because === 'size' ? shrink(entries) : bisect(entries, exporter, context);
  }
}

/** The receiver takes less than its documents say: half as many for ten minutes. */
function shrink(entries: Entries): Delivery {
  if (entries.length > 1) {
    const learnedRecords = Math.floor(entries.length / 2);
    return { ...NOTHING, again: entries, standing: 'well', learnedRecords };
  }
  const [entry] = entries;
  const item = entry && smaller(entry.item);
  if (entry === undefined || item === undefined) return lose(entries, 'oversize', 'well');
  return { ...NOTHING, again: [{ ...entry, item, bytes: sizeOfView(item) }], standing: 'well' };
}

/** Each request has other records than the ones before, so nothing that was refused is repeated. */
async function bisect(
  entries: Entries,
  exporter: Exporter,
  context: AttemptContext,
): Promise<Delivery> {
  const search = new Bisection(entries, BISECTION_REQUESTS);
  let sent = 0;
  let rejected = 0;
  for (let step = search.next(); step.kind === 'send'; step = search.next()) {
    const part = await sendPart(step.items, exporter, context);
    if (part === undefined) break;
    search.answered(part.isAccepted);
    if (!part.isAccepted) continue;
    sent += step.items.length - part.rejected;
    rejected += part.rejected;
  }
  const refused = search.refused().length;
  const lost = refused === 0 ? {} : { refused };
  return { ...NOTHING, sent, rejected, lost, again: search.rest(), standing: 'well' };
}

/** Undefined when nothing was learned about these records. */
async function sendPart(
  entries: Entries,
  exporter: Exporter,
  context: AttemptContext,
): Promise<{ readonly isAccepted: boolean; readonly rejected: number } | undefined> {
  if (context.signal.aborted) return undefined;
  const part = { id: crypto.randomUUID(), entries };
  const { request } = await encodeWithin(exporter, part, context.clock.now());
  if (request === undefined) return undefined;
  const result = await attempt(exporter, request, context);
  if (result.kind !== 'answered') return undefined;
  const { verdict } = result;
  if (verdict.kind === 'sent') {
    return { isAccepted: true, rejected: Math.min(verdict.rejected, entries.length) };
  }
  const isAboutRecords =
    (verdict.kind === 'split' && verdict.because === 'data') ||
    (verdict.kind === 'refused' && verdict.reason === 'data');
  return isAboutRecords ? { isAccepted: false, rejected: 0 } : undefined;
}

function lose(entries: Entries, why: Dropped, standing: Standing): Delivery {
  return { ...NOTHING, lost: { [why]: entries.length }, standing };
}
