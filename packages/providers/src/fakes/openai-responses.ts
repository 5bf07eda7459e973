import { fillSchema } from '../demo/fill-schema.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { events, json, type FakeReply } from './fake-message.ts';
import { post, type FakeRoute } from './fake-provider.ts';
import { inputFor } from './openai-chat.ts';
import { responseEvents } from './openai-responses-events.ts';
import { reasons, refusalOfResponse, sealOf } from './openai-responses-refusals.ts';
import { lastWords, upTo } from './said.ts';

/**
 * The route of OpenAI's Responses below a path. It echoes the last words of the user, calls the
 * tools that it has to, two where it may, and fills schemas with the least that they require. A
 * text, but no call, ends at the limit of tokens. Models that reason do so first; reasoning is sealed where that is asked for, and a seal that comes back has to
 * be one of its own. It keeps nothing. It checks names and types of members and items, that calls and
 * results belong together, ids and names of calls. It does not check schemas of tools, sizes, media,
 * or that a model exists.
 */
export function openAiResponsesRoute(basePath: string): FakeRoute {
  return post(`${basePath}/responses`, (request) => {
    const body = request.json();
    return refusalOfResponse(body) ?? answer(body);
  });
}

const CREATED = 1_790_000_000;

const USAGE = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 14,
};

function answer(body: Fields): FakeReply {
  const { instructions = null, metadata = {}, temperature = 1, top_p: topP = 1 } = body;
  const {
    tool_choice: toolChoice = 'auto',
    tools = [],
    parallel_tool_calls: parallel = true,
  } = body;
  const output = outputOf(body);
  const isCut = output.some(({ status }) => status === 'incomplete');
  const response = {
    id: 'resp_fake',
    object: 'response',
    created_at: CREATED,
    completed_at: isCut ? null : CREATED + 1,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    instructions,
    metadata,
    model: body['model'],
    output,
    parallel_tool_calls: parallel,
    temperature,
    top_p: topP,
    tool_choice: toolChoice,
    tools,
    store: body['store'] ?? true,
    usage: USAGE,
  };
  if (body['stream'] !== true) return json(response);
  const isPadded = fieldsOf(body['stream_options'])['include_obfuscation'] !== false;
  return events(responseEvents(response, isPadded));
}

function outputOf(body: Fields): readonly Fields[] {
  const calls = calledIn(body).map((tool, position) => callOf(tool, position));
  const said = calls.length > 0 ? calls : [messageOf(body)];
  return reasons(body['model']) ? [reasoningOf(body), ...said] : said;
}

function reasoningOf({ reasoning, include }: Fields): Fields {
  const isShown = fieldsOf(reasoning)['summary'] != null;
  const isSealed = [include ?? []].flat().includes('reasoning.encrypted_content');
  const id = 'rs_fake';
  const parts = ['**Looking**', 'I know it.'].map((text) => ({ type: 'summary_text', text }));
  const summary = isShown ? parts : [];
  return { id, type: 'reasoning', summary, ...(isSealed && { encrypted_content: sealOf(id) }) };
}

/** The tools that have to be called: the named one, else the first two, or one. */
function calledIn(body: Fields): readonly Fields[] {
  const { tool_choice: choice, parallel_tool_calls: parallel } = body;
  const tools = listOf(body['tools']);
  const { mode, name } = fieldsOf(choice);
  if (typeof name === 'string') return tools.filter((tool) => tool['name'] === name).slice(0, 1);
  if (choice !== 'required' && mode !== 'required') return [];
  return tools.slice(0, parallel === false ? 1 : 2);
}

function callOf({ type, name, parameters }: Fields, position: number): Fields {
  const common = { call_id: `call_fake_${position}`, name, status: 'completed' };
  return type === 'custom'
    ? { id: `ctc_fake_${position}`, type: 'custom_tool_call', ...common, input: 'say "hi"\n' }
    : {
        id: `fc_fake_${position}`,
        type: 'function_call',
        ...common,
        arguments: inputFor(parameters),
      };
}

function messageOf(body: Fields): Fields {
  const { type, schema } = fieldsOf(fieldsOf(body['text'])['format']);
  const filled = type === 'json_schema' ? JSON.stringify(fillSchema(schema)) : '{}';
  const isJson = type === 'json_schema' || type === 'json_object';
  const said = isJson ? filled : `You said: ${lastWords(body['input'])}`;
  const { text, isCut } = upTo(body['max_output_tokens'], said);
  const logprobs = [body['include'] ?? []].flat().includes('message.output_text.logprobs')
    ? [{ token: text, logprob: -0.1, bytes: [], top_logprobs: [] }]
    : [];
  const content = [{ type: 'output_text', text, annotations: [], logprobs }];
  const status = isCut ? 'incomplete' : 'completed';
  return { id: 'msg_fake', type: 'message', status, role: 'assistant', content };
}
