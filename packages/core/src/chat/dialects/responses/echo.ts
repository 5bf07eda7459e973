import type { JsonObject } from '../../../json-value.ts';
import type { ResponseRequest, ResponseTool } from '../../../resources/response-request.ts';

/** Returns what an answer repeats of its request, with the usual values for what was not given. */
export function echoOf(body: ResponseRequest): JsonObject {
  const { reasoning, text } = body;
  return {
    instructions: body.instructions ?? null,
    metadata: body.metadata ?? {},
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    frequency_penalty: body.frequency_penalty ?? null,
    presence_penalty: body.presence_penalty ?? null,
    top_logprobs: body.top_logprobs ?? 0,
    max_output_tokens: body.max_output_tokens ?? null,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    tool_choice: body.tool_choice ?? 'auto',
    tools: (body.tools ?? []).map(echoOfTool),
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
    text: { ...text, format: text?.format ?? { type: 'text' } },
    access_programs: null,
    store: false,
    background: false,
    previous_response_id: null,
    truncation: 'disabled',
  };
}

/** Its members stay in the client's order. */
function echoOfTool(tool: ResponseTool): ResponseTool {
  if (tool.type !== 'function') return tool;
  return { ...tool, parameters: tool.parameters ?? null, strict: tool.strict ?? null };
}
