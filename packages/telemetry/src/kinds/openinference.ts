import type { Attributes } from '../otlp/span.ts';
import { int } from '../otlp/span-of.ts';
import type { View } from '../view/view.ts';

/** Attributes of OpenInference; without the kind its receivers see no model call. */
export function openInference({ metadata, content }: View): Attributes {
  const { usage, cost, provider } = metadata;
  return {
    'openinference.span.kind': 'LLM',
    'llm.model_name': metadata.model,
    'llm.provider': provider,
    'llm.token_count.prompt': int(usage?.input),
    'llm.token_count.completion': int(usage?.output),
    'llm.token_count.total': int(usage?.total),
    'llm.token_count.prompt_details.cache_read': int(usage?.cacheRead),
    'llm.token_count.prompt_details.cache_write': int(usage?.cacheWrite),
    'llm.token_count.completion_details.reasoning': int(usage?.reasoning),
    'llm.cost.total': cost === undefined ? undefined : { double: Number(cost) },
    'input.value': content?.prompt,
    'input.mime_type': content && 'text/plain',
    'output.value': content?.output,
    'output.mime_type': content?.output === undefined ? undefined : 'text/plain',
  };
}
