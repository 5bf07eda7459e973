import { joinUrl } from './config-reader.ts';
import { bearer } from './credentials.ts';
import { otlpKind } from './otlp-kind.ts';

/**
 * A batch with more than 100 model calls, or beyond the quota, is refused whole with a 400. Without
 * `llm.request.type` PostHog does not count an image as a generation.
 */
export const posthog = otlpKind({
  type: 'posthog',
  encoding: 'json',
  isAllOrNothing: true,
  caps: { records: 100, bytes: 3 * 1024 * 1024 },
  style: {
    longestValue: 200_000,
    overlay: ({ metadata }) => ({
      'llm.request.type': 'completion',
      'posthog.distinct_id': metadata.userId,
      $ai_total_cost_usd:
        metadata.cost === undefined ? undefined : { double: Number(metadata.cost) },
    }),
  },
  connect: (read) => ({
    url: joinUrl(read.url('endpoint', 'https://us.i.posthog.com'), '/i/v0/ai/otel'),
    headers: { authorization: bearer(read.text('apiKey')) },
  }),
});
