import type { Attributes } from '../otlp/span.ts';
import type { View } from '../view/view.ts';

/** Attributes of OpenInference; without the kind its receivers see no model call. */
export function openInference({ metadata, content }: View): Attributes {
  const { usage, cost, provider } = metadata;
  return {
    'openinference.span.kind': 'LLM',
    'llm.model_name': metadata.model,
    'llm.provider': provider,
    'llm.token_count.prompt': usage && { int: usage.input },
    'llm.token_count.completion': usage && { int: usage.output },
    'llm.token_count.total': usage && { int: usage.total },
    'llm.token_count.prompt_details.cache_read': count(usage?.cacheRead),
    'llm.token_count.prompt_details.cache_write': count(usage?.cacheWrite),
    'llm.token_count.completion_details.reasoning': count(usage?.reasoning),
    'llm.cost.total': cost === undefined ? undefined : { double: Number(cost) },
    'input.value': content?.prompt,
    'input.mime_type': content && 'text/plain',
    'output.value': content?.output,
    'output.mime_type': content?.output === undefined ? undefined : 'text/plain',
  };
}

function count(tokens: number | undefined) {
  return tokens === undefined ? undefined : { int: tokens };
}
