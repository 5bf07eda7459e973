import { fillSchema } from '../demo/fill-schema.ts';
import { events, json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { inputFor } from '../fakes/openai-chat.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { lastWords, piecesOf, THOUGHT, upTo } from '../fakes/said.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { fakeClaude, refuse, sealOf } from './fake-claude.ts';
import { refusalOfMessage } from './fake-refusals.ts';
import { blocksOf } from './fake-turns.ts';

/** Tokens of a prompt up to its mark for the cache, of what is in the cache unasked, and of the rest. */
const CACHED = 6;
const UNASKED = 4;
const FRESH = 5;

/** Answers a request in a version of the interface; `cache` has the prompts that it has seen. */
export function answerMessage(
  body: Fields,
  version: string | undefined,
  cache: Set<string>,
): FakeReply {
  return refusalOfMessage(body, version) ?? answer(body, cache);
}

/** Answers a request for the tokens of another one. */
export function countMessage(body: Fields, version: string | undefined): FakeReply {
  if (body['max_tokens'] !== undefined) return refuse('max_tokens: Extra inputs are not permitted');
  const whole = { ...body, max_tokens: 128_000 };
  return refusalOfMessage(whole, version) ?? json({ input_tokens: UNASKED + FRESH });
}

/** The routes of Anthropic's Messages below a path; a prompt is in the cache from its second time on. */
function anthropicRoutes(basePath: string): readonly FakeRoute[] {
  const cache = new Set<string>();
  const versionOf = ({ headers }: FakeRequest) => headers['anthropic-version'];
  return [
    post(`${basePath}/messages`, (request) =>
      answerMessage(request.json(), versionOf(request), cache),
    ),
    post(`${basePath}/messages/count_tokens`, (request) =>
      countMessage(request.json(), versionOf(request)),
    ),
    {
      stage: 'submit',
      method: 'GET',
      path: new RegExp(`^${basePath}/models$`),
      answer: () => json({ data: [], has_more: false, first_id: null, last_id: null }),
    },
  ];
}

function answer(body: Fields, cache: Set<string>): FakeReply {
  const { content, isCut } = contentOf(body);
  const called = content.some(({ type }) => type === 'tool_use');
  const message = {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason: called ? 'tool_use' : isCut ? 'max_tokens' : 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: usageOf(body, content, cache),
  };
  return body['stream'] === true
    ? events(eventsOf(message).map((event) => ({ name: String(event['type']), data: event })))
    : json(message, 200, { 'request-id': 'req_fake' });
}

function usageOf(body: Fields, content: readonly Fields[], cache: Set<string>) {
  const { mark, prefix } = cachedIn(body);
  const isKnown = cache.has(prefix);
  const written = mark !== undefined && !isKnown ? CACHED : 0;
  if (mark !== undefined) cache.add(prefix);
  const isHour = mark?.['ttl'] === '1h';
  const read = isKnown ? CACHED : 0;
  const thought = content.some(({ type }) => String(type).endsWith('thinking')) ? 2 : 0;
  return {
    input_tokens: FRESH,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: mark === undefined ? UNASKED : read,
    cache_creation: {
      ephemeral_5m_input_tokens: isHour ? 0 : written,
      ephemeral_1h_input_tokens: isHour ? written : 0,
    },
    output_tokens: 5 + thought,
    output_tokens_details: { thinking_tokens: thought },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: null,
    speed: null,
  };
}

/** The last breakpoint, and all that stands before it. */
function cachedIn({ model, tools, system, messages }: Fields) {
  const blocks = [
    ...listOf(tools),
    ...blocksOf(system),
    ...listOf(messages).flatMap(({ content }) => blocksOf(content)),
  ];
  const last = blocks.findLastIndex((block) => block['cache_control'] !== undefined);
  const mark = last === -1 ? undefined : fieldsOf(blocks[last]?.['cache_control']);
  return { mark, prefix: JSON.stringify([model, blocks.slice(0, last + 1)]) };
}

function contentOf(body: Fields): Answered {
  const { thinking, model } = body;
  const { type, display = 'omitted' } = fieldsOf(thinking);
  const isAsked = type === 'enabled' || type === 'adaptive';
  const thinks = isAsked || (type === undefined && fakeClaude(model)?.thinksUnasked === true);
  const text = type === 'enabled' || display === 'summarized' ? THOUGHT : '';
  const thought = { type: 'thinking', thinking: text, signature: sealOf(model, text) };
  const words = lastWords(body['messages']);
  const hidden = /redact/i.test(words)
    ? [{ type: 'redacted_thinking', data: sealOf(model, 'redacted') }]
    : [];
  const { content, isCut } = saidTo(body, words);
  return { content: [...(thinks ? [thought, ...hidden] : []), ...content], isCut };
}

interface Answered {
  readonly content: readonly Fields[];
  /** Whether it ends at the limit of tokens. */
  readonly isCut: boolean;
}

function saidTo(body: Fields, words: string): Answered {
  const calls = calledIn(body).map(({ name, input_schema: schema }, position) => {
    const input: unknown = JSON.parse(inputFor(schema));
    return {
      type: 'tool_use',
      id: `toolu_fake_${position}`,
      name,
      input,
      caller: { type: 'direct' },
    };
  });
  if (calls.length > 0) return { content: calls, isCut: false };
  const { format } = fieldsOf(body['output_config']);
  const said =
    format === undefined
      ? `You said: ${words}`
      : JSON.stringify(fillSchema(fieldsOf(format)['schema']));
  const { text, isCut } = upTo(body['max_tokens'], said);
  return { content: [{ type: 'text', text, citations: null }], isCut };
}

/** The tools that have to be called: the named one, else the first two, or one. */
function calledIn(body: Fields): readonly Fields[] {
  const { type, name, disable_parallel_tool_use: isSingle } = fieldsOf(body['tool_choice']);
  const tools = listOf(body['tools']);
  if (type === 'tool') return tools.filter((tool) => tool['name'] === name).slice(0, 1);
  return type === 'any' ? tools.slice(0, isSingle === true ? 1 : 2) : [];
}

/** Returns the events of a message, each text in pieces, with a ping among them. */
function eventsOf(message: Fields & { readonly content: readonly Fields[] }): readonly Fields[] {
  const { content, stop_reason, stop_sequence, stop_details, container, ...start } = message;
  const { output_tokens, output_tokens_details, ...input } = fieldsOf(message['usage']);
  const empty = { content: [], stop_reason: null, stop_sequence: null, stop_details: null };
  const begun = { ...start, ...empty, container: null, usage: { ...input, output_tokens: 1 } };
  const usage = { ...input, output_tokens, output_tokens_details };
  return [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, stop_details, container },
      usage,
    },
    { type: 'message_stop' },
  ];
}

function emptied(block: Fields): Fields {
  switch (block['type']) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf({ type, text, thinking, signature, input }: Fields): readonly Fields[] {
  switch (type) {
    case 'text':
      return piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece }));
    case 'thinking':
      return [
        ...piecesOf(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
        { type: 'signature_delta', signature },
      ];
    case 'tool_use':
      return ['', ...piecesOf(JSON.stringify(input))].map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      }));
    default:
      return [];
  }
}

/**
 * Starts a fake of Anthropic's Messages, in both versions of the interface, with both headers of a
 * key. It echoes the last words of the user, calls the tools that it has to, two where it may, fills
 * schemas with the least that they require, ends texts, but no calls, at the limit of tokens, and thinks as its models do: what it signs has to come
 * back as it was, to the same model. "redact" among the words adds thinking that is not shown. It
 * checks names and types of members and blocks by version and model, that results answer calls, and
 * the limits of the prompt cache. It does not check media, sizes, hosted tools, beta features, or that
 * thinking belongs to the conversation; turns of one role that follow each other are one, as there.
 */
export const startFakeAnthropic = defineFake({
  basePath: '/v1',
  routes: () => anthropicRoutes('/v1'),
  keyOf: (request) => request.headers['x-api-key'] ?? bearerOf(request),
  unauthorized: refuse('invalid x-api-key', 401, 'authentication_error'),
  notFound: refuse('Not Found', 404, 'not_found_error'),
});
