import type { ChatRun } from '../../chat/chat-face.ts';
import type { AnswerRules } from './answer-rules.ts';
import { ChunkDecoder } from './decode.ts';
import { encodeChatRequest } from './encode.ts';
import { NameMap } from '../common/name-map.ts';
import { ownMembers } from '../common/own-members.ts';
import type { RequestRules } from './request-rules.ts';

/** How a server differs from OpenAI's chat completions. */
export interface OpenAiChatRules {
  readonly request?: RequestRules;
  readonly answer?: AnswerRules;
}

/** Returns how conversations are sent to a server with OpenAI's chat completions. */
export function openAiChat<Own>(
  rulesOf: (options: Own) => OpenAiChatRules = () => ({}),
): ChatRun<Own> {
  return (job, { upstream }, call, own) => {
    const { request: rules = {}, answer } = rulesOf(own);
    const names = new NameMap();
    const { request, user, options } = job;
    const json = encodeChatRequest(request, { upstream, user, options, rules, names });
    const isStream = request.stream || rules.alwaysStreams === true;
    const accept = isStream ? 'text/event-stream, application/json' : 'application/json';
    const decoder = new ChunkDecoder({ ...answer, nameOf: (name) => names.toClient(name) });
    const sent = ownMembers(json, job, CARRIED, 'openai-chat');
    return call.answer({ path: '/chat/completions', accept, json, own: sent }, decoder);
  };
}

/** Members that clients ask for. Limits and users have several names, of which the rules choose one. */
const CARRIED: ReadonlySet<string> = new Set(
  [
    'model messages tools tool_choice parallel_tool_calls response_format stop stream',
    'temperature top_p top_k min_p top_a frequency_penalty presence_penalty repetition_penalty',
    'seed logit_bias logprobs top_logprobs reasoning reasoning_effort',
  ]
    .join(' ')
    .split(' '),
);
