import type { Exporter, ExportRequest } from '../kinds/exporter-kind.ts';
import type { Queued } from '../queue/bounded-queue.ts';
import { sizeOfView } from '../view/size-of-view.ts';
import type { View } from '../view/view.ts';

import { smaller } from './fit.ts';

/** A request that is as large as the receiver allows, and what did not fit. */
export interface Fitting {
  /** Undefined when nothing of the batch can be sent. */
  readonly request: ExportRequest | undefined;
  /** What the request has, cut where it had to be. */
  readonly entries: readonly Queued<View>[];
  /** Records that have to be sent in another request. */
  readonly rest: readonly Queued<View>[];
  /** How many records were dropped, because not even one of them fits. */
  readonly oversize: number;
  /** How many records were dropped, because the exporter failed for them: a bug. */
  readonly refused: number;
}

/**
 * Encodes a batch; halves it, and at last cuts a single record, until the body is small enough. An
 * exporter that throws loses one record and not the batch. Never rejects.
 */
export async function encodeWithin(
  exporter: Exporter,
  batch: { readonly id: string; readonly entries: readonly Queued<View>[] },
  now: number,
): Promise<Fitting> {
  const rest: Queued<View>[] = [];
  let { entries } = batch;
  while (entries.length > 0) {
    const views = entries.map(({ item }) => item);
    const request = await encoded(exporter, views, { batchId: batch.id, now });
    if (request !== undefined && isWithin(exporter.caps.bytes, request)) {
      return { request, entries, rest, oversize: 0, refused: 0 };
    }
    const [first] = entries;
    if (entries.length > 1) {
      const half = Math.ceil(entries.length / 2);
      rest.unshift(...entries.slice(half));
      entries = entries.slice(0, half);
      continue;
    }
    if (request === undefined) return { ...NOTHING, rest, refused: 1 };
    const item = first && smaller(first.item);
    if (first === undefined || item === undefined) break;
    entries = [{ ...first, item, bytes: sizeOfView(item) }];
  }
  return { ...NOTHING, rest, oversize: entries.length };
}

const NOTHING: Fitting = { request: undefined, entries: [], rest: [], oversize: 0, refused: 0 };

/** Undefined when the exporter throws. */
async function encoded(
  exporter: Exporter,
  ...args: Parameters<Exporter['encode']>
): Promise<ExportRequest | undefined> {
  try {
    return await exporter.encode(...args);
  } catch {
    return undefined;
  }
}

function isWithin(limit: number, { body }: ExportRequest): boolean {
  if (typeof body !== 'string') return body.byteLength <= limit;
  // A UTF-16 unit takes 1 to 3 bytes, so that most texts need no encoding to know.
  if (body.length > limit) return false;
  return body.length * 3 <= limit || new TextEncoder().encode(body).byteLength <= limit;
}
