import type { ChatRequest, ChatTool } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import type { NameMap } from '../common/name-map.ts';
import { cacheControl } from './encode-blocks.ts';
import { closedSchema } from './closed-schema.ts';

/** Returns the members about tools: those that may be called, and which is. */
export function encodeTools(request: ChatRequest, names: NameMap, warn: Warn): JsonObject {
  const { tools, hostedTools = [], toolChoice, parallelCalls, messages } = request;
  const { kind, only = [] } = toolChoice;
  const offered = only.length > 1 || (kind === 'auto' && only.length > 0);
  const wanted = new Set(only);
  const isOffered = ({ name }: { readonly name: string }) => !offered || wanted.has(name);
  const all = [
    ...tools.filter(isOffered).map((tool) => toolOf(tool, request, names, warn)),
    ...hostedTools.filter(isOffered).map(({ value }) => value),
  ];
  if (all.length === 0) return toolsOfHistory(messages, names);
  const one = parallelCalls === false ? { disable_parallel_tool_use: true } : {};
  const [single] = only;
  switch (kind) {
    case 'none':
      return { tools: all, tool_choice: { type: 'none' } };
    case 'required':
      return {
        tools: all,
        tool_choice:
          only.length === 1 && single !== undefined
            ? { type: 'tool', name: names.toWire(single), ...one }
            : { type: 'any', ...one },
      };
    case 'auto':
      return {
        tools: all,
        ...(parallelCalls === false && { tool_choice: { type: 'auto', ...one } }),
      };
  }
}

function toolOf(
  { name, description, parameters = {}, strict, cache, extras }: ChatTool,
  { dialect }: ChatRequest,
  names: NameMap,
  warn: Warn,
): JsonObject {
  const isForeign = strict === true && dialect !== 'anthropic-messages';
  const schema = isForeign ? closedSchema(parameters, `tools.${name}`, warn) : parameters;
  return {
    ...extras,
    ...present({ name: names.toWire(name), description }),
    input_schema: { type: 'object', ...schema },
    // False is what it is anyway.
    ...(strict === true && { strict }),
    ...cacheControl(cache),
  };
}

/** Anthropic refuses calls in a conversation without tools, so those called are named again. */
function toolsOfHistory(messages: ChatRequest['messages'], names: NameMap): JsonObject {
  const called = new Set(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'call' ? [names.toWire(block.name)] : [])),
    ),
  );
  if (called.size === 0) return {};
  return {
    tools: [...called].map((name) => ({ name, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  };
}
