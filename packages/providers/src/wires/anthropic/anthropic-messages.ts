import { ProviderFailure } from '@model-gateway/core';
import type { ChatJob } from '@model-gateway/core/chat';
import type { ChatCall } from '../../chat/chat-call.ts';
import type { ChatCount, ChatRun } from '../../chat/chat-face.ts';
import type { ChatRow } from '../../chat/chat-model.ts';
import { countOf } from '../../http/fields.ts';
import { NameMap } from '../common/name-map.ts';
import { ownMembers } from '../common/own-members.ts';
import { claudeRules } from './claude-rules.ts';
import { MessageDecoder } from './decode.ts';
import { encodeMessageRequest, LONGEST_NAME } from './encode.ts';

/** Parameters that only the older version of the interface knows. */
const SAMPLING: ReadonlySet<string> = new Set(['temperature', 'top_p', 'top_k']);

/** The newer version refuses every parameter of sampling, whatever its value. */
function versionOf({ parameters }: ChatRow): string {
  return parameters.some((name) => SAMPLING.has(name)) ? '2023-06-01' : '2026-10-21';
}

function headersOf(row: ChatRow, { request }: ChatJob): Readonly<Record<string, string>> {
  const { betas = [] } = request;
  return {
    'anthropic-version': versionOf(row),
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  };
}

function bodyOf(job: ChatJob, row: ChatRow, call: ChatCall, names: NameMap) {
  const { upstream, maxOutput } = row;
  const { request, user, options } = job;
  return encodeMessageRequest(request, {
    upstream,
    rules: claudeRules(upstream),
    maxOutput,
    user,
    options,
    names,
    warn: (parameter, note) => call.warn(parameter, note),
  });
}

/** Members that say what the conversation says. */
const CARRIED: ReadonlySet<string> = new Set(
  'model messages system tools tool_choice temperature top_p top_k stop_sequences stream'.split(
    ' ',
  ),
);
const LIMITED: ReadonlySet<string> = new Set([...CARRIED, 'max_tokens']);

/** Sends a conversation to Anthropic's Messages. */
export const anthropicMessages: ChatRun = (job, row, call) => {
  const names = new NameMap(LONGEST_NAME);
  const json = bodyOf(job, row, call, names);
  const accept = job.request.stream ? 'text/event-stream, application/json' : 'application/json';
  const decoder = new MessageDecoder({
    issuer: call.issuer,
    nameOf: (name) => names.toClient(name),
  });
  const headers = headersOf(row, job);
  const carried = job.request.maxOutputTokens === undefined ? CARRIED : LIMITED;
  const own = ownMembers(json, job, carried, 'anthropic-messages');
  return call.answer({ path: '/messages', accept, headers, json, own }, decoder);
};

/** What counting takes of a request. */
const COUNTED = [
  'model',
  'system',
  'messages',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
];

/** Counts the tokens of a conversation at Anthropic. */
export const anthropicTokens: ChatCount = async (job, row, call) => {
  const body = Object.entries(bodyOf(job, row, call, new NameMap(LONGEST_NAME)));
  const json = Object.fromEntries(body.filter(([name]) => COUNTED.includes(name)));
  const headers = headersOf(row, job);
  const { input_tokens: tokens } = await call.json({
    path: '/messages/count_tokens',
    headers,
    json,
  });
  const counted = countOf(tokens);
  if (counted === undefined) throw new ProviderFailure('malformed', 'it counted no tokens');
  return counted;
};
