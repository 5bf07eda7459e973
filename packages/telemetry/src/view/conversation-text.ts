import { jsonOrText } from '@model-gateway/core/kit';
/** A message by OpenTelemetry's conventions for generative AI. */
interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

type Part = Readonly<Record<string, unknown>> & { readonly type: string };

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a conversation, which the record has as the client's JSON, as the messages of
 * OpenTelemetry's conventions, in JSON: texts, calls of tools and their results. Of everything else
 * only the type is there: images and other media never leave. Source: contract §5.7.
 */
export function conversationText(prompt: string): string {
  return JSON.stringify(messagesIn(jsonOrText(prompt)));
}

function messagesIn(said: unknown): readonly Message[] {
  if (typeof said === 'string') return [{ role: 'user', parts: [textPart(said)] }];
  if (Array.isArray(said)) return said.filter(isMembers).map(toMessage);
  if (!isMembers(said)) return [];
  const system = said['system'] ?? said['instructions'];
  const first = system === undefined ? [] : [{ role: 'system', parts: partsOf(system) }];
  return [...first, ...messagesIn(said['messages'] ?? said['input'] ?? [])];
}

function toMessage(message: Members): Message {
  const { role, content, tool_calls: calls, tool_call_id: answers } = message;
  // An item that is no message is a call, a result or something else that stands alone.
  if (typeof role !== 'string') return { role: 'assistant', parts: [toPart(message)] };
  if (answers !== undefined) return { role, parts: [resultPart(answers, content)] };
  const called = Array.isArray(calls) ? calls.filter(isMembers).map(toCallPart) : [];
  return { role, parts: [...partsOf(content), ...called] };
}

function partsOf(content: unknown): readonly Part[] {
  if (typeof content === 'string') return [textPart(content)];
  return Array.isArray(content) ? content.filter(isMembers).map(toPart) : [];
}

function toPart(block: Members): Part {
  const { type, text } = block;
  if (typeof text === 'string') return textPart(text);
  switch (type) {
    case 'tool_use':
      return callPart(block['id'], block['name'], block['input']);
    case 'function_call':
      return callPart(block['call_id'], block['name'], block['arguments']);
    case 'tool_result':
      return resultPart(block['tool_use_id'], block['content']);
    case 'function_call_output':
      return resultPart(block['call_id'], block['output']);
    default:
      return { type: typeof type === 'string' ? type : 'unknown' };
  }
}

function toCallPart({ id, function: called }: Members): Part {
  const { name, arguments: given } = isMembers(called) ? called : {};
  return callPart(id, name, given);
}

function callPart(id: unknown, name: unknown, given: unknown): Part {
  return { type: 'tool_call', id, name, arguments: given };
}

function resultPart(id: unknown, result: unknown): Part {
  const texts = partsOf(result).map(({ type, content }) =>
    typeof content === 'string' ? content : type,
  );
  return { type: 'tool_call_response', id, response: texts.join('\n') };
}

function textPart(content: string): Part {
  return { type: 'text', content };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
