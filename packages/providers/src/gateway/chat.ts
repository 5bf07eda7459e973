import type { ChatDefinition } from '../chat/chat-face.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { openAiChat } from '../wires/openai-chat/openai-chat.ts';

/** How a gateway such as this one continues conversations. It states what it charges. */
export const GATEWAY_CHAT: ChatDefinition = {
  wire: 'openai-chat',
  models: () => ({}),
  usual: () => ({
    parameters: [
      'temperature',
      'top_p',
      'top_k',
      'min_p',
      'top_a',
      'frequency_penalty',
      'presence_penalty',
      'repetition_penalty',
      'seed',
      'stop',
      'logit_bias',
      'logprobs',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'response_format',
      'structured_outputs',
      'reasoning',
    ],
  }),
  failures: () => CHAT_FAILURES,
  answer: openAiChat(() => ({
    request: { reasoning: 'reasoning', replay: 'reasoning', cacheMarks: true },
    answer: { statesCost: true },
  })),
};
