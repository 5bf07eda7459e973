import type { ChatRequest } from '../ports/conversation.ts';
import { present } from '../present.ts';

/** Returns the parameters that say nothing of what is said, by their names in chat completions. */
export function parametersOf({
  sampling,
  maxOutputTokens,
  reasoning,
  parallelCalls,
}: ChatRequest): Readonly<Record<string, string | number | boolean>> {
  return present({
    max_tokens: maxOutputTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    seed: sampling.seed,
    reasoning_effort: reasoning?.effort,
    parallel_tool_calls: parallelCalls,
  });
}
