import {
  hashKey,
  samplingKey,
  type FilterableRecord,
  type RequestRecord,
} from '@model-gateway/core';
import { contentOf } from './content-of.ts';
import { metadataOf } from './metadata-of.ts';
import type { View } from './view.ts';

/**
 * A request as the forwarder keeps it: what routing asks and what leaves. It holds no images, which
 * the record does.
 */
export interface Observation {
  readonly workspaceId: string;
  readonly keyHash: string;
  /** Computed when the first destination samples. */
  readonly samplingKey: number;
  /** Made when the first destination has rules. */
  readonly filterable: FilterableRecord;
  /** With content where the record has it. */
  readonly full: View;
  /** The same request without content. */
  readonly withoutContent: View;
}

/** Returns what is kept of a record; undefined for a request without a key or without a model. */
export function toObservation(record: RequestRecord): Observation | undefined {
  const { caller, generation, sessionId } = record;
  if (caller === undefined || generation === undefined) return undefined;
  // A request id may be the client's and come twice; together with the moment it does not.
  const id = hashKey(`${generation.id ?? record.requestId}\n${record.startedAt}`);
  const metadata = metadataOf(record, caller, generation, {
    traceId: record.parent?.traceId ?? id.slice(0, 32),
    spanId: id.slice(32, 48),
  });
  const content = generation.content && contentOf(generation, generation.content);
  const withoutContent: View = { metadata, content: undefined };
  const full = content === undefined ? withoutContent : { metadata, content };
  let sampling: number | undefined;
  let filterable: FilterableRecord | undefined;
  return {
    workspaceId: caller.workspaceId,
    keyHash: caller.keyHash,
    get samplingKey() {
      return (sampling ??= samplingKey(sessionId ?? metadata.traceId));
    },
    get filterable() {
      return (filterable ??= filterableOf(full));
    },
    full,
    withoutContent,
  };
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
