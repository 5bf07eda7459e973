import type { TelemetryEntry } from '../../telemetry/telemetry.ts';
import type { TelemetryEntryJson } from './telemetry.ts';

type View = NonNullable<TelemetryEntry['view']>;
type ViewJson = NonNullable<TelemetryEntryJson['view']>;

/** Returns an entry as JSON: absent members are null, and times are ISO 8601. */
export function telemetryToJson(entry: TelemetryEntry): TelemetryEntryJson {
  const { requestId, destination, decision, view } = entry;
  return {
    request_id: requestId,
    destination: { ...destination },
    decision,
    view: view === undefined ? null : viewToJson(view),
  };
}

/** Returns the entry of `telemetryToJson`. */
export function telemetryFromJson(json: TelemetryEntryJson): TelemetryEntry {
  const { request_id: requestId, destination, decision, view } = json;
  return { requestId, destination, decision, view: view === null ? undefined : viewFromJson(view) };
}

function viewToJson({ metadata, content }: View): ViewJson {
  const { usage } = metadata;
  return {
    metadata: {
      request_id: metadata.requestId,
      trace_id: metadata.traceId,
      span_id: metadata.spanId,
      parent_span_id: metadata.parentSpanId ?? null,
      started_at: iso(metadata.startedAt),
      ended_at: iso(metadata.endedAt),
      first_output_at: metadata.firstOutputAt === undefined ? null : iso(metadata.firstOutputAt),
      operation: metadata.operation,
      task: metadata.task,
      model: metadata.model,
      provider: metadata.provider ?? null,
      workspace_id: metadata.workspaceId,
      user_id: metadata.userId,
      key_name: metadata.keyName,
      session_id: metadata.sessionId ?? null,
      status: metadata.status,
      failure: metadata.failure ?? null,
      is_stream: metadata.isStream,
      parameters: { ...metadata.parameters },
      usage:
        usage === undefined
          ? null
          : {
              input: usage.input,
              output: usage.output,
              total: usage.total,
              input_image: usage.inputImage ?? null,
              output_image: usage.outputImage ?? null,
            },
      cost: metadata.cost ?? null,
      finish_reason: metadata.finishReason ?? null,
      attempts: metadata.attempts.map(({ provider, startedAt, endedAt, failure }) => ({
        provider,
        started_at: iso(startedAt),
        ended_at: iso(endedAt),
        failure: failure ?? null,
      })),
      images: metadata.images.map(imageToJson),
    },
    content:
      content === undefined
        ? null
        : {
            prompt: content.prompt,
            references: content.references.map(imageToJson),
            output: content.output ?? null,
            failure_message: content.failureMessage ?? null,
          },
  };
}

function viewFromJson({ metadata, content }: ViewJson): View {
  const { usage } = metadata;
  return {
    metadata: {
      requestId: metadata.request_id,
      traceId: metadata.trace_id,
      spanId: metadata.span_id,
      parentSpanId: metadata.parent_span_id ?? undefined,
      startedAt: Date.parse(metadata.started_at),
      endedAt: Date.parse(metadata.ended_at),
      firstOutputAt:
        metadata.first_output_at === null ? undefined : Date.parse(metadata.first_output_at),
      operation: metadata.operation,
      task: metadata.task,
      model: metadata.model,
      provider: metadata.provider ?? undefined,
      workspaceId: metadata.workspace_id,
      userId: metadata.user_id,
      keyName: metadata.key_name,
      sessionId: metadata.session_id ?? undefined,
      status: metadata.status,
      failure: metadata.failure ?? undefined,
      isStream: metadata.is_stream,
      parameters: metadata.parameters,
      usage:
        usage === null
          ? undefined
          : {
              input: usage.input,
              output: usage.output,
              total: usage.total,
              inputImage: usage.input_image ?? undefined,
              outputImage: usage.output_image ?? undefined,
            },
      cost: metadata.cost ?? undefined,
      finishReason: metadata.finish_reason ?? undefined,
      attempts: metadata.attempts.map(({ provider, started_at, ended_at, failure }) => ({
        provider,
        startedAt: Date.parse(started_at),
        endedAt: Date.parse(ended_at),
        failure: failure ?? undefined,
      })),
      images: metadata.images.map(imageFromJson),
    },
    content:
      content === null
        ? undefined
        : {
            prompt: content.prompt,
            references: content.references.map(imageFromJson),
            output: content.output ?? undefined,
            failureMessage: content.failure_message ?? undefined,
          },
  };
}

type Image = View['metadata']['images'][number];
type ImageJson = ViewJson['metadata']['images'][number];

function imageToJson({ mediaType, bytes }: Image): ImageJson {
  return { media_type: mediaType, bytes };
}

function imageFromJson({ media_type: mediaType, bytes }: ImageJson): Image {
  return { mediaType, bytes };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
