import type { ChatRun } from '../../chat/chat-face.ts';
import { setOf } from '../../http/set-of.ts';
import { NameMap } from '../common/name-map.ts';
import { ownMembers } from '../common/own-members.ts';
import { ResponseDecoder } from './decode.ts';
import { encodeResponseRequest, LEAST_OUTPUT } from './encode.ts';

/** Returns how conversations are sent to OpenAI's Responses. */
export function openAiResponses<Own>(): ChatRun<Own> {
  return (job, { upstream, parameters }, call) => {
    const names = new NameMap();
    const { request, user, options } = job;
    const reasons = parameters.includes('reasoning');
    const json = encodeResponseRequest(request, { upstream, user, options, reasons, names });
    const accept = request.stream ? 'text/event-stream, application/json' : 'application/json';
    const { maxOutputTokens = LEAST_OUTPUT } = request;
    if (maxOutputTokens < LEAST_OUTPUT) call.warn('max_tokens', `clamped:${LEAST_OUTPUT}`);
    const nameOf = (name: string) => names.toClient(name);
    const decoder = new ResponseDecoder({ issuer: call.issuer, nameOf });
    const own = ownMembers(json, job, CARRIED, 'openai-responses');
    return call.answer({ path: '/responses', accept, json, own }, decoder);
  };
}

/** Members that clients ask for. */
const CARRIED = setOf(
  'model input tools tool_choice parallel_tool_calls temperature top_p top_logprobs text reasoning stream',
);
