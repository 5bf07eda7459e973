import type { Attributes } from '../otlp/span.ts';
import type { UsageView, View } from '../view/view.ts';
import { basic } from './credentials.ts';
import { joinUrl } from './config-reader.ts';
import { otlpKind } from './otlp-kind.ts';

/** One invalid span spoils the batch, and 2xx means queued. Source: langfuse.com/docs, OpenTelemetry. */
export const langfuse = otlpKind({
  type: 'langfuse',
  encoding: 'json',
  isAllOrNothing: true,
  style: { overlay },
  connect: (read) => ({
    url: joinUrl(read.url('baseUrl', 'https://cloud.langfuse.com'), '/api/public/otel/v1/traces'),
    headers: {
      authorization: basic(read.text('publicKey'), read.text('secretKey')),
      'x-langfuse-ingestion-version': '4',
    },
  }),
});

function overlay({ metadata, content }: View): Attributes {
  const { usage, cost, firstOutputAt, failure } = metadata;
  return {
    'langfuse.observation.type': 'generation',
    'langfuse.observation.model.name': metadata.model,
    'langfuse.observation.model.parameters': JSON.stringify(metadata.parameters),
    'langfuse.observation.usage_details': usage && JSON.stringify(exclusive(usage)),
    'langfuse.observation.cost_details':
      cost === undefined ? undefined : JSON.stringify({ total: Number(cost) }),
    'langfuse.observation.completion_start_time':
      firstOutputAt === undefined ? undefined : new Date(firstOutputAt).toISOString(),
    'langfuse.observation.input': content?.prompt,
    'langfuse.observation.output': content?.output,
    'langfuse.observation.level': failure === undefined ? undefined : 'ERROR',
    'langfuse.observation.status_message': failure,
    'langfuse.trace.name': metadata.operation,
  };
}

/** Langfuse adds the buckets up, so none may be contained in another. */
function exclusive({ input, output, total, inputImage = 0, outputImage = 0, ...parts }: UsageView) {
  const { cacheRead = 0, cacheWrite = 0, reasoning = 0 } = parts;
  return {
    input: Math.max(0, input - inputImage - cacheRead - cacheWrite),
    input_image: inputImage,
    ...(cacheRead > 0 && { input_cached_tokens: cacheRead }),
    ...(cacheWrite > 0 && { input_cache_creation: cacheWrite }),
    output: Math.max(0, output - outputImage - reasoning),
    output_image: outputImage,
    ...(reasoning > 0 && { output_reasoning_tokens: reasoning }),
    total,
  };
}
