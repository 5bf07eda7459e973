import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import { decodeSpans } from '../support/decode-spans.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW } from '../support/records.ts';

/* The parts of tokens that were cached and thought, by the names that each receiver reads. */

const usage = {
  promptTokens: 100,
  completionTokens: 50,
  cacheReadTokens: 60,
  cacheWriteTokens: 30,
  reasoningTokens: 20,
};

/** What a kind sends of a conversation, as text. */
async function sent(type: keyof typeof CONFIGS): Promise<string> {
  const record = aRecord(1, { generation: { task: 'chat', usage, firstOutputMs: 250 } });
  const { full } = toObservation(record) ?? assert.fail();
  const made = EXPORTER_KINDS.get(type)?.compile(CONFIGS[type]) ?? assert.fail();
  if ('problem' in made) assert.fail(made.problem);
  const request = await made.encode([full], { batchId: 'batch-1', now: NOW });
  if (request.headers['content-type'] === 'application/x-protobuf') {
    return JSON.stringify(decodeSpans(request));
  }
  return typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
}

const NAMES: readonly (readonly [keyof typeof CONFIGS, readonly string[]])[] = [
  [
    'otel-collector',
    [
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.response.time_to_first_chunk',
    ],
  ],
  [
    'arize',
    [
      'llm.token_count.prompt_details.cache_read',
      'llm.token_count.prompt_details.cache_write',
      'llm.token_count.completion_details.reasoning',
    ],
  ],
  [
    'datadog',
    [
      '"cache_read_input_tokens":60',
      '"cache_write_input_tokens":30',
      '"reasoning_output_tokens":20',
      '"time_to_first_token":0.25',
    ],
  ],
  [
    'braintrust',
    ['prompt_cached_tokens', 'prompt_cache_creation_tokens', 'completion_reasoning_tokens'],
  ],
  // Buckets that Langfuse adds up: 10 of the input and 30 of the output are neither.
  [
    'langfuse',
    [
      String.raw`{\"input\":10,\"input_image\":0,\"input_cached_tokens\":60,\"input_cache_creation\":30,\"output\":30,\"output_image\":0,\"output_reasoning_tokens\":20,\"total\":150}`,
    ],
  ],
];

describe('the parts of tokens', () => {
  for (const [type, names] of NAMES) {
    it(`have the names of ${type}`, async () => {
      const text = await sent(type);
      for (const name of names) assert.ok(text.includes(name), `${name} in ${text}`);
    });
  }
});
