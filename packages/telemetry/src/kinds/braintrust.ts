import type { View } from '../view/view.ts';
import { joinUrl } from './config-reader.ts';
import { bearer } from './credentials.ts';
import { otlpKind } from './otlp-kind.ts';

/** Routed by `x-bt-parent`. Inputs must be valid JSON text. Source: braintrust.dev/docs, OpenTelemetry. */
export const braintrust = otlpKind({
  type: 'braintrust',
  style: {
    overlay: ({ metadata, content }) => ({
      'braintrust.input_json': content && JSON.stringify(content.prompt),
      'braintrust.output_json': content && JSON.stringify(content.output ?? null),
      'braintrust.metadata': JSON.stringify(metadata.parameters),
      'braintrust.metrics': metricsOf(metadata),
    }),
  },
  connect: (read) => ({
    url: joinUrl(read.url('baseUrl', 'https://api.braintrust.dev'), '/otel/v1/traces'),
    headers: {
      authorization: bearer(read.text('apiKey')),
      'x-bt-parent': `project_id:${read.text('projectId')}`,
    },
  }),
});

function metricsOf({
  usage,
  cost,
  startedAt,
  firstOutputAt,
}: View['metadata']): string | undefined {
  if (usage === undefined && cost === undefined) return undefined;
  return JSON.stringify({
    prompt_tokens: usage?.input,
    completion_tokens: usage?.output,
    tokens: usage?.total,
    prompt_cached_tokens: usage?.cacheRead,
    prompt_cache_creation_tokens: usage?.cacheWrite,
    completion_reasoning_tokens: usage?.reasoning,
    time_to_first_token:
      firstOutputAt === undefined ? undefined : (firstOutputAt - startedAt) / 1000,
    estimated_cost: cost === undefined ? undefined : Number(cost),
  });
}
