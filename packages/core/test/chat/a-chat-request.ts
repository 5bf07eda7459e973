import type { ChatRequest } from '@model-gateway/core/chat';

/** What a request asks for that says as little as it can. */
export function aChatRequest(given: Partial<ChatRequest> = {}): ChatRequest {
  return {
    dialect: 'openai-chat',
    model: 'acme/quill-1',
    messages: [],
    tools: [],
    toolChoice: { kind: 'auto' },
    sampling: {},
    stop: [],
    format: { kind: 'text' },
    stream: false,
    wantsUsage: false,
    extras: {},
    ...given,
  };
}
