import { toNanos } from '../otlp/span.ts';
import { GEN_AI_NAMES } from '../view/gen-ai-names.ts';
import type { View } from '../view/view.ts';
import { ConfigReader, joinUrl } from './config-reader.ts';
import type { Caps, ExporterKind, ExportRequest } from './exporter-kind.ts';
import { inTurns } from './in-turns.ts';
import { isSuccess, OTLP_RETRIED, verdictOfStatus } from './statuses.ts';

const CAPS: Caps = { records: 100, bytes: 1024 * 1024 };
const RULES = { retried: OTLP_RETRIED, isAllOrNothing: true };

/** The Spans API of LLM Observability, which `mlApp` belongs to. Source: docs.datadoghq.com, HTTP API. */
export const datadog: ExporterKind = {
  type: 'datadog',
  compile(config) {
    const read = new ConfigReader(config);
    const base = read.url('url', 'https://api.datadoghq.com');
    const [apiKey, mlApp] = [read.text('apiKey'), read.text('mlApp')];
    const own = read.headers();
    if (read.problem !== undefined) return { problem: read.problem };
    const app = JSON.stringify(mlApp);
    const request = (spans: readonly string[]): ExportRequest => ({
      url: joinUrl(base, '/api/intake/llm-obs/v1/trace/spans'),
      method: 'POST',
      headers: { ...own, 'dd-api-key': apiKey, 'content-type': 'application/json' },
      body: `{"data":{"type":"span","attributes":{"ml_app":${app},"spans":[${spans.join(',')}]}}}`,
      mayCompress: false,
    });
    return {
      caps: CAPS,
      encode: async (views) => request(await inTurns(views, spansToText)),
      verdict: (answer) =>
        isSuccess(answer) ? { kind: 'sent', rejected: 0 } : verdictOfStatus(answer, RULES),
      test: ({ batchId, now }) => request([JSON.stringify(testSpan(batchId, now))]),
    };
  },
};

function spansToText(views: readonly View[]): string {
  return views.map((view) => JSON.stringify(toSpan(view))).join(',');
}

function toSpan({ metadata, content }: View): unknown {
  const { usage, cost, sessionId, failure, firstOutputAt } = metadata;
  const message = (role: string, text: string | undefined) =>
    text === undefined ? undefined : { messages: [{ role, content: text }] };
  return {
    trace_id: metadata.traceId,
    span_id: metadata.spanId,
    parent_id: 'undefined',
    name: `${GEN_AI_NAMES[metadata.task].operation} ${metadata.model}`,
    start_ns: Number(toNanos(metadata.startedAt)),
    duration: (metadata.endedAt - metadata.startedAt) * 1e6,
    status: failure === undefined ? 'ok' : 'error',
    session_id: sessionId,
    tags: [`workspace:${metadata.workspaceId}`, `api_key_name:${metadata.keyName}`],
    meta: {
      kind: 'llm',
      model_name: metadata.model,
      model_provider: metadata.provider,
      metadata: metadata.parameters,
      error: failure === undefined ? undefined : { type: failure },
      input: message('user', content?.prompt),
      output: message('assistant', content?.output),
    },
    metrics: {
      input_tokens: usage?.input,
      output_tokens: usage?.output,
      total_tokens: usage?.total,
      cache_read_input_tokens: usage?.cacheRead,
      cache_write_input_tokens: usage?.cacheWrite,
      reasoning_output_tokens: usage?.reasoning,
      time_to_first_token:
        firstOutputAt === undefined ? undefined : (firstOutputAt - metadata.startedAt) / 1000,
      total_cost: cost === undefined ? undefined : Number(cost),
    },
  };
}

/** Datadog has no request without effect, so the span names itself a test. */
function testSpan(id: string, now: number): unknown {
  return {
    trace_id: id,
    span_id: id,
    parent_id: 'undefined',
    name: 'connection test of the model gateway',
    start_ns: Number(toNanos(now)),
    duration: 0,
    tags: ['connection_test:true'],
    meta: { kind: 'task' },
  };
}
