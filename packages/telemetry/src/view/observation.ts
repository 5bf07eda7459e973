import {
  hashKey,
  samplingKey,
  type FilterableRecord,
  type RecordedCaller,
  type RequestRecord,
} from '@model-gateway/core';
import { contentOf } from './content-of.ts';
import { metadataOf } from './metadata-of.ts';
import { sizeOfView } from './size-of-view.ts';
import type { View } from './view.ts';

/** A view as it waits in a queue. */
interface WaitingView {
  readonly item: View;
  /** What it takes in the queue. */
  readonly bytes: number;
  /** When it was observed, milliseconds of the steady clock. */
  readonly since: number;
}

/**
 * A request as the forwarder keeps it: what routing asks and what leaves. It holds no images, which
 * the record does. What not every destination needs is made when the first one asks for it.
 */
export class Observation {
  readonly workspaceId: string;
  readonly keyHash: string;
  /** With content where the record has it. */
  readonly full: View;
  readonly #sampledBy: string;
  #withoutContent: View | undefined;
  #samplingKey: number | undefined;
  #filterable: FilterableRecord | undefined;
  #fullEntry: WaitingView | undefined;
  #entryWithoutContent: WaitingView | undefined;

  constructor({ workspaceId, keyHash }: RecordedCaller, full: View) {
    this.workspaceId = workspaceId;
    this.keyHash = keyHash;
    this.full = full;
    this.#sampledBy = full.metadata.sessionId ?? full.metadata.traceId;
  }

  /** The same request without content. */
  get withoutContent(): View {
    if (this.full.content === undefined) return this.full;
    return (this.#withoutContent ??= { metadata: this.full.metadata, content: undefined });
  }

  get samplingKey(): number {
    return (this.#samplingKey ??= samplingKey(this.#sampledBy));
  }

  get filterable(): FilterableRecord {
    return (this.#filterable ??= filterableOf(this.full));
  }

  /**
   * Returns what a destination may see of it, as it is queued. Destinations that see the same get
   * the same object, because a record may wait for several that do not answer.
   *
   * @param now Milliseconds of the steady clock; that of the first call counts.
   */
  entryFor({ isPrivate }: { readonly isPrivate: boolean }, now: number): WaitingView {
    const { full } = this;
    if (!isPrivate || full.content === undefined) return (this.#fullEntry ??= entryOf(full, now));
    return (this.#entryWithoutContent ??= entryOf(this.withoutContent, now));
  }
}

function entryOf(item: View, since: number): WaitingView {
  return { item, bytes: sizeOfView(item), since };
}

/** Returns what is kept of a record; undefined for a request without a key or without a model. */
export function toObservation(record: RequestRecord): Observation | undefined {
  const { caller, generation } = record;
  if (caller === undefined || generation === undefined) return undefined;
  // A request id may be the client's and come twice; together with the moment it does not.
  const id = hashKey(`${generation.id ?? record.requestId}\n${record.startedAt}`);
  const metadata = metadataOf(record, caller, generation, {
    traceId: record.parent?.traceId ?? id.slice(0, 32),
    spanId: id.slice(32, 48),
  });
  const content = generation.content && contentOf(generation, generation.content);
  return new Observation(caller, { metadata, content });
}

function filterableOf({ metadata, content }: View): FilterableRecord {
  return {
    model: metadata.model,
    provider: metadata.provider ?? null,
    session_id: metadata.sessionId ?? null,
    user_id: metadata.userId,
    api_key_name: metadata.keyName,
    finish_reason: metadata.finishReason ?? null,
    input: content?.prompt ?? null,
    output: content?.output ?? null,
    total_cost: metadata.cost === undefined ? null : Number(metadata.cost),
    total_tokens: metadata.usage?.total ?? null,
    prompt_tokens: metadata.usage?.input ?? null,
    completion_tokens: metadata.usage?.output ?? null,
  };
}
