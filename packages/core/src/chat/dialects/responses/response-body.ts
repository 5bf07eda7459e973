import type { JsonObject } from '../../../json-value.ts';
import type { FinishReason } from '../../../ports/chat-parts.ts';
import type { ResponseTool } from '../../../resources/response-request.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import { toolNames, type ToolName } from './read-tools.ts';

/** Returns the members of a response that are the same from its beginning to its end. */
export function headOf({ id, created, model, provider, echo }: AnswerFacts): JsonObject {
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    ...(provider !== undefined && { provider }),
    ...echo,
  };
}

/** How a response ends, by why the model stopped. */
export function endOf(reason: FinishReason): JsonObject & { readonly status: string } {
  const why = INCOMPLETE[reason];
  return why === undefined
    ? { status: 'completed', incomplete_details: null }
    : { status: 'incomplete', incomplete_details: { reason: why } };
}

const INCOMPLETE: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
};

/** Returns what the client calls its tools, which the answer repeats. */
export function namesIn({ echo }: AnswerFacts): ReadonlyMap<string, ToolName> {
  // The reader put them there, and the schema has judged them.
  const { tools } = (echo ?? {}) as { readonly tools?: readonly ResponseTool[] };
  return toolNames(tools ?? []);
}
