import { ProviderFailure } from '@model-gateway/core';
import type { ChatJob } from '@model-gateway/core/chat';
import type { ChatCall } from '../../chat/chat-call.ts';
import type { ChatCount, ChatRun } from '../../chat/chat-face.ts';
import type { ChatRow } from '../../chat/chat-model.ts';
import { countOf } from '../../http/fields.ts';
import { setOf } from '../../http/set-of.ts';
import { NameMap } from '../common/name-map.ts';
import { ownMembers } from '../common/own-members.ts';
import { claudeRules } from './claude-rules.ts';
import { MessageDecoder } from './decode.ts';
import { encodeMessageRequest, LONGEST_NAME } from './encode.ts';

/** How a vendor of Anthropic's models has its Messages. */
export interface MessageService {
  /** Returns where a model is asked, whole or as a stream, or where tokens are counted. */
  readonly pathOf: (upstream: string, what: 'whole' | 'stream' | 'count') => string;
  /** The version of the interface, where requests say it within, and the address says the model. */
  readonly version?: string;
}

/** Anthropic itself. */
export const ANTHROPIC: MessageService = {
  pathOf: (_, what) => (what === 'count' ? '/messages/count_tokens' : '/messages'),
};

/** Parameters that only the older version of the interface knows. */
const SAMPLING: ReadonlySet<string> = new Set(['temperature', 'top_p', 'top_k']);

/** The newer version refuses every parameter of sampling, whatever its value. */
function versionOf({ parameters }: ChatRow): string {
  return parameters.some((name) => SAMPLING.has(name)) ? '2023-06-01' : '2026-10-21';
}

function headersOf(
  row: ChatRow,
  { request }: ChatJob,
  { version }: MessageService,
): Readonly<Record<string, string>> {
  const { betas = [] } = request;
  return {
    ...(version === undefined && { 'anthropic-version': versionOf(row) }),
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  };
}

function bodyOf(
  job: ChatJob,
  { upstream, maxOutput }: ChatRow,
  call: ChatCall,
  { names = new NameMap(LONGEST_NAME), ...service }: MessageService & { readonly names?: NameMap },
) {
  const { request, user, options } = job;
  const { version } = service;
  const body = encodeMessageRequest(request, {
    upstream: version === undefined ? upstream : undefined,
    rules: claudeRules(upstream),
    maxOutput,
    user,
    options,
    names,
    warn: (parameter, note) => call.warn(parameter, note),
  });
  return version === undefined ? body : { anthropic_version: version, ...body };
}

/** Members that say what the conversation says. */
const CARRIED = setOf(
  'model messages system tools tool_choice temperature top_p top_k stop_sequences stream',
);
const LIMITED: ReadonlySet<string> = new Set([...CARRIED, 'max_tokens']);

/** Returns how conversations are sent to the Messages of a vendor. */
export function anthropicMessages<Own>(service: MessageService): ChatRun<Own> {
  return (job, row, call) => {
    const names = new NameMap(LONGEST_NAME);
    const json = bodyOf(job, row, call, { ...service, names });
    const { stream, maxOutputTokens } = job.request;
    const accept = stream ? 'text/event-stream, application/json' : 'application/json';
    const decoder = new MessageDecoder({
      issuer: call.issuer,
      nameOf: (name) => names.toClient(name),
    });
    const headers = headersOf(row, job, service);
    const carried = maxOutputTokens === undefined ? CARRIED : LIMITED;
    const own = ownMembers(json, job, carried, 'anthropic-messages');
    const path = service.pathOf(row.upstream, stream ? 'stream' : 'whole');
    return call.answer({ path, accept, headers, json, own }, decoder);
  };
}

/** What counting takes of a request, beside the model. */
const COUNTED = [
  'anthropic_version',
  'system',
  'messages',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
];

/** Returns how the tokens of a conversation are counted by a vendor. */
export function anthropicTokens<Own>(service: MessageService): ChatCount<Own> {
  return async (job, row, call) => {
    const { upstream } = row;
    const body = Object.entries(bodyOf(job, row, call, service));
    const { input_tokens: tokens } = await call.json({
      path: service.pathOf(upstream, 'count'),
      headers: headersOf(row, job, service),
      json: {
        model: upstream,
        ...Object.fromEntries(body.filter(([name]) => COUNTED.includes(name))),
      },
    });
    const counted = countOf(tokens);
    if (counted === undefined) throw new ProviderFailure('malformed', 'it counted no tokens');
    return counted;
  };
}
