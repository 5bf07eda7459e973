import type { ChatRun } from '../../chat/chat-face.ts';
import { NameMap } from '../common/name-map.ts';
import { ConverseDecoder } from './decode.ts';
import { encodeConverse } from './encode.ts';

/** Sends a conversation to Bedrock's Converse. */
export const bedrockConverse: ChatRun = (job, { upstream, maxOutput }, call) => {
  const names = new NameMap();
  const { request, options } = job;
  const json = encodeConverse(request, {
    upstream,
    maxOutput,
    options,
    names,
    warn: (parameter, note) => call.warn(parameter, note),
  });
  const { issuer } = call;
  const decoder = new ConverseDecoder({ issuer, nameOf: (name) => names.toClient(name) });
  const operation = request.stream ? 'converse-stream' : 'converse';
  const path = `/model/${encodeURIComponent(upstream)}/${operation}`;
  const accept = request.stream
    ? 'application/vnd.amazon.eventstream, application/json'
    : 'application/json';
  return call.answer({ path, accept, json }, decoder);
};
