import type { MessageRequest } from '../../../resources/message-request.ts';
import type { Dialect } from '../dialect.ts';
import { frame } from '../frame.ts';
import { readMessage } from './read-request.ts';
import { writeMessage } from './write-answer.ts';
import { MessageEventWriter } from './write-events.ts';

/** What clients of POST /messages speak. Source: contract §13. */
export const MESSAGES: Dialect<MessageRequest> = {
  read: readMessage,
  promptOf: ({ system, messages }) => JSON.stringify(system ? [system, ...messages] : messages),
  inputPath: 'messages',
  parameterNames: {
    max_tokens: 'max_tokens',
    stop: 'stop_sequences',
    response_format: 'output_config.format',
    parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
    reasoning: 'thinking',
    'reasoning.effort': 'output_config.effort',
    'reasoning.max_tokens': 'thinking.budget_tokens',
    reasoning_details: 'messages.thinking',
    'x-anthropic-beta': 'anthropic-beta',
  },
  writeAnswer: writeMessage,
  createWriter: (facts) => new MessageEventWriter(facts),
  keepAlive: frame('{"type":"ping"}', 'ping'),
  hiddenReasoning: 'seals',
};
