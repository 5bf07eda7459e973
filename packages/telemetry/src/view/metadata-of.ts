import type { GenerationRecord, RecordedCaller, RequestRecord } from '@model-gateway/core';
import type { ImageView, Metadata, UsageView } from './view.ts';

/**
 * Returns what may leave in privacy mode, member by member: what a later version of the record adds
 * stays here until it is listed. No prompt, no output, no words of a provider. Source: contract §5.7.
 */
export function metadataOf(
  record: RequestRecord,
  caller: RecordedCaller,
  generation: GenerationRecord,
  ids: Pick<Metadata, 'traceId' | 'spanId'>,
): Metadata {
  const { startedAt } = record;
  const { firstOutputMs } = generation;
  return {
    requestId: generation.id ?? record.requestId,
    traceId: ids.traceId,
    spanId: ids.spanId,
    parentSpanId: record.parent?.spanId,
    startedAt,
    endedAt: startedAt + record.ms,
    firstOutputAt: firstOutputMs === undefined ? undefined : startedAt + firstOutputMs,
    operation: record.operation,
    task: generation.task,
    model: generation.model,
    provider: generation.provider?.slug,
    workspaceId: caller.workspaceId,
    userId: caller.userId,
    keyName: caller.keyLabel,
    sessionId: record.sessionId,
    status: record.status,
    failure: failureOf(record, generation),
    isStream: generation.isStream,
    parameters: generation.parameters,
    usage: usageOf(generation.usage),
    cost: generation.costUsd,
    finishReason: generation.finishReason,
    attempts: generation.attempts.map(({ provider, startedMs, ms, outcome, failure }) => ({
      provider,
      startedAt: startedAt + startedMs,
      endedAt: startedAt + startedMs + ms,
      failure: outcome === 'succeeded' ? undefined : (failure ?? outcome),
    })),
    images: imagesOf(generation),
  };
}

/** Returns the outputs that are images, described. */
export function imagesOf({ outputs }: GenerationRecord): readonly ImageView[] {
  return outputs.flatMap((output) =>
    output.type === 'image' ? [{ mediaType: output.mediaType, bytes: output.bytes }] : [],
  );
}

/** Returns the class of the failure: the last provider's, else the error that the client got. */
function failureOf(
  { ending, error }: RequestRecord,
  { attempts }: GenerationRecord,
): string | undefined {
  if (ending === 'abandoned') return 'abandoned';
  if (error === undefined) return ending === 'broken' ? 'broken' : undefined;
  return attempts.at(-1)?.failure ?? error;
}

function usageOf(usage: GenerationRecord['usage']): UsageView | undefined {
  const { promptTokens, promptImageTokens, completionTokens, completionTextTokens } = usage ?? {};
  const { cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage ?? {};
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  const [input, output] = [promptTokens ?? 0, completionTokens ?? 0];
  return {
    input,
    output,
    total: input + output,
    inputImage: promptImageTokens,
    outputImage:
      completionTextTokens === undefined ? undefined : Math.max(0, output - completionTextTokens),
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    reasoning: reasoningTokens,
  };
}
