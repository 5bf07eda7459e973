import type { ChatRun } from '../../chat/chat-face.ts';
import { ownMembers } from '../common/own-members.ts';
import { CohereDecoder } from './decode.ts';
import { cohereNames, encodeCohereRequest } from './encode.ts';

/** Members that say what the conversation says. */
const CARRIED: ReadonlySet<string> = new Set(
  [
    'model messages tools tool_choice response_format max_tokens stop_sequences stream thinking',
    'temperature p k frequency_penalty presence_penalty seed',
  ]
    .join(' ')
    .split(' '),
);

/** Sends a conversation to Cohere's chat, of interface 2. */
export const cohereChat: ChatRun = (job, { upstream }, call) => {
  const names = cohereNames();
  const { request, options } = job;
  const warn = (parameter: string, note: string) => call.warn(parameter, note);
  const json = encodeCohereRequest(request, { upstream, options, names, warn });
  const accept = request.stream ? 'text/event-stream, application/json' : 'application/json';
  const decoder = new CohereDecoder({ nameOf: (name) => names.toClient(name) });
  const own = ownMembers(json, job, CARRIED, 'cohere');
  return call.answer({ path: '/v2/chat', accept, json, own }, decoder);
};
