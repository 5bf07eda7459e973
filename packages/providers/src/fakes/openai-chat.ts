import { fillSchema } from '../demo/fill-schema.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';
import { events, json, type FakeReply } from './fake-message.ts';
import { post, type FakeRoute } from './fake-provider.ts';
import { openAiError } from './openai-shaped.ts';
import { lastWords, piecesOf, upTo } from './said.ts';

/** How a server differs from OpenAI where its fake has to. */
export interface FakeChatRules {
  /** Members that it takes; undefined where it ignores the others. */
  readonly members: ReadonlySet<string> | undefined;
  /** Members that a turn of the assistant may have; undefined where it ignores the others. */
  readonly turnMembers: ReadonlySet<string> | undefined;
  /** The name of the limit. */
  readonly maxTokens: 'max_completion_tokens' | 'max_tokens';
  /** The form of ids of calls. */
  readonly callId: RegExp;
  /** Whether models of this name refuse what only others obey. */
  readonly reasons: (model: string) => boolean;
  /** An error in the vendor's form. */
  readonly refuse: (param: string, message: string, code?: string) => FakeReply;
  /** The counts of an answer. */
  readonly usage: object;
  /** Whether a stream has counts unasked. */
  readonly sendsUsage: boolean;
  /** Whether a call comes in one chunk, rather than its arguments in pieces. */
  readonly sendsWholeCalls: boolean;
  /** Where the counts are: in a chunk of their own, or at the finish reason, in its chunk or its choice. */
  readonly countsIn?: 'own-chunk' | 'chunk' | 'choice';
  /** Whether a call can be forced; true by default. */
  readonly forcesCalls?: boolean;
  /** Whether turns have to alternate and have words; false by default. */
  readonly alternates?: boolean;
  /** Whether it refuses to answer in one piece; false by default. */
  readonly streamsOnly?: boolean;
  /** Whether images have to be data; false by default. */
  readonly wantsData?: boolean;
  /** Whether a turn of the assistant has to say something or call; false by default. */
  readonly wantsWords?: boolean;
  /** Returns what is wrong with the schema of a tool. */
  readonly wrongSchema?: (schema: unknown) => string | undefined;
}

const MEMBERS = setOf(
  'model messages tools tool_choice parallel_tool_calls max_completion_tokens temperature top_p frequency_penalty presence_penalty seed stop logit_bias logprobs top_logprobs response_format reasoning_effort stream stream_options safety_identifier user verbosity prediction service_tier metadata store prompt_cache_key prompt_cache_options prompt_cache_retention moderation modalities web_search_options n',
);

const OPENAI: FakeChatRules = {
  members: MEMBERS,
  turnMembers: setOf('role content name refusal audio tool_calls function_call'),
  maxTokens: 'max_completion_tokens',
  callId: /^.{1,40}$/,
  reasons: (model) => /^(o\d|gpt-[5-9])/.test(model),
  refuse: (param, message, code = 'invalid_value') => openAiError(400, message, { param, code }),
  usage: {
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 0 },
  },
  sendsUsage: false,
  sendsWholeCalls: false,
};

/**
 * The route of chat completions below a path. It echoes the last words of the user, calls the tool
 * that it has to, and fills schemas, of an answer or of a call's input, with the least that they require. A
 * text, but no call, ends at the limit of tokens. It checks what its vendor refuses: names
 * and types of members, the order of results, ids and names of calls. It does not check schemas of
 * tools, sizes, media, or that a model exists.
 */
export function openAiChatRoute(basePath: string, changes: Partial<FakeChatRules> = {}): FakeRoute {
  const rules = { ...OPENAI, ...changes };
  return post(`${basePath}/chat/completions`, (request) => {
    const body = request.json();
    return refusalOf(body, rules) ?? answer(body, rules);
  });
}

function refusalOf(body: Fields, rules: FakeChatRules): FakeReply | undefined {
  const { refuse, maxTokens } = rules;
  const unknown = Object.keys(body).find((name) => rules.members?.has(name) === false);
  if (unknown !== undefined) return refuse(unknown, `Unrecognized request argument: ${unknown}`);
  const absent = Object.keys(body).find((name) => body[name] === null);
  if (absent !== undefined) return refuse(absent, `Invalid type for '${absent}': null.`);
  const model = textOf(body['model']);
  if (model === undefined) return refuse('model', 'you must provide a model parameter');
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    return refuse('messages', "Invalid 'messages': empty array.");
  }
  const limit = body[maxTokens];
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    return refuse(maxTokens, `Invalid '${maxTokens}'.`);
  }
  const isSampled = body['temperature'] !== undefined || body['top_p'] !== undefined;
  if (isSampled && rules.reasons(model)) {
    return refuse('temperature', "Unsupported value: 'temperature'.", 'unsupported_value');
  }
  const temperature = body['temperature'] ?? 1;
  if (!(Number(temperature) >= 0 && Number(temperature) <= 2)) {
    return refuse('temperature', "Invalid 'temperature'.");
  }
  if ([body['stop'] ?? []].flat().length > 4) return refuse('stop', "Invalid 'stop': too many.");
  if (rules.members?.has('verbosity') === true && !isVerbosity(body['verbosity'])) {
    return refuse('verbosity', `Invalid value: '${String(body['verbosity'])}'.`);
  }
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    return refuse('stream_options', 'The stream_options parameter needs stream to be true.');
  }
  if (rules.streamsOnly === true && body['stream'] !== true) {
    return refuse('stream', 'parameter.enable_thinking must be false for non-streaming calls');
  }
  return (
    refusalOfTools(body, rules) ??
    refusalOfMessages(body, rules) ??
    refusalOfContent(listOf(body['messages']), rules)
  );
}

/** Whether OpenAI takes this for how much to say. */
export function isVerbosity(value: unknown): boolean {
  return value == null || ['low', 'medium', 'high'].includes(value as string);
}

function refusalOfContent(
  messages: readonly Fields[],
  { refuse, alternates, wantsData }: FakeChatRules,
): FakeReply | undefined {
  const images = messages
    .flatMap(({ content }) => listOf(content))
    .flatMap((part) => textOf(fieldsOf(part['image_url'])['url']) ?? []);
  if (wantsData === true && images.some((url) => !url.startsWith('data:'))) {
    return refuse('messages', 'Invalid request: unsupported image url');
  }
  if (alternates !== true) return undefined;
  const turns = messages.filter(({ role }) => role !== 'system');
  const isOrdered = turns.every(({ role }, place) => role === ['user', 'assistant'][place % 2]);
  const isLate = messages.findLastIndex(({ role }) => role === 'system') > 0;
  return isOrdered && !isLate && messages.every(({ content }) => content !== '')
    ? undefined
    : refuse('messages', 'After the system message, user and assistant roles should alternate.');
}

function refusalOfTools(
  body: Fields,
  { refuse, forcesCalls, wrongSchema }: FakeChatRules,
): FakeReply | undefined {
  const tools = listOf(body['tools']);
  const wrong = tools
    .map((tool) => wrongSchema?.(fieldsOf(tool['function'])['parameters']))
    .find((sentence) => sentence !== undefined);
  if (wrong !== undefined) return refuse('tools', wrong);
  if (
    forcesCalls === false &&
    !['auto', 'none', undefined].includes(body['tool_choice'] as string)
  ) {
    return refuse('tool_choice', 'tool_choice must be auto or none');
  }
  const names = tools.map((tool) => String(fieldsOf(tool['function'])['name']));
  if (names.some((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))) {
    return refuse('tools', "Invalid 'tools[0].function.name': does not match the pattern.");
  }
  if (tools.length === 0 && body['tool_choice'] !== undefined) {
    return refuse('tool_choice', "'tool_choice' is only allowed when 'tools' are specified.");
  }
  const forced = textOf(fieldsOf(fieldsOf(body['tool_choice'])['function'])['name']);
  if (forced !== undefined && !names.includes(forced)) {
    return refuse('tool_choice', `Tool choice '${forced}' not found in 'tools'.`);
  }
  return undefined;
}

/** Each call has to be answered at once, and each result answers a call. */
function refusalOfMessages(
  body: Fields,
  { refuse, callId, turnMembers, wantsWords }: FakeChatRules,
): FakeReply | undefined {
  let open = new Set<string>();
  for (const [position, message] of listOf(body['messages']).entries()) {
    const place = `messages.[${position}]`;
    const { role, content, tool_calls: calls } = message;
    if (role === 'tool') {
      if (!open.delete(String(message['tool_call_id']))) {
        return refuse(`${place}.role`, "Messages with role 'tool' must answer 'tool_calls'.");
      }
      continue;
    }
    if (open.size > 0)
      return refuse(
        'messages',
        'An assistant message with tool_calls must be followed by tool messages.',
      );
    if (!['system', 'developer', 'user', 'assistant'].includes(String(role))) {
      return refuse(`${place}.role`, `Invalid value: '${String(role)}'.`);
    }
    const members = Object.keys(message).filter((name) => message[name] !== null);
    const checked = role === 'assistant' ? members : members.filter((name) => name === 'name');
    const stray = checked.find((name) => turnMembers?.has(name) === false);
    if (stray !== undefined) {
      return refuse(`${place}.${stray}`, `Unknown parameter: '${place}.${stray}'.`);
    }
    const isEmpty = content == null && calls === undefined && message['refusal'] === undefined;
    if (isEmpty) return refuse(`${place}.content`, "Invalid value for 'content': got null.");
    if (wantsWords === true && role === 'assistant' && !content && calls === undefined) {
      return refuse(place, 'Assistant message must have either content or tool_calls.');
    }
    const ids = listOf(calls).map(({ id }) => String(id));
    if (ids.some((id) => !callId.test(id)))
      return refuse(`${place}.tool_calls`, 'Tool call id was invalid.');
    open = new Set(ids);
  }
  return undefined;
}

const CREATED = 1_790_000_000;

interface Said {
  readonly content: string | null;
  readonly call?: string;
  /** Of the call, as JSON. */
  readonly input?: string;
}

/** What is answered: a call where one is forced, else an echo, or JSON where that is asked for. */
function saidTo(body: Fields): Said {
  const { tool_choice: choice, response_format: format } = body;
  const named = textOf(fieldsOf(fieldsOf(choice)['function'])['name']);
  const functions = listOf(body['tools']).map((tool) => fieldsOf(tool['function']));
  const forced =
    choice === 'required' ? functions[0] : functions.find(({ name }) => name === named);
  const call = textOf(forced?.['name']);
  if (call !== undefined) return { content: null, call, input: inputFor(forced?.['parameters']) };
  const { type, json_schema: wanted } = fieldsOf(format);
  if (type === 'json_object') return { content: '{}' };
  if (type === 'json_schema') {
    return { content: JSON.stringify(fillSchema(fieldsOf(wanted)['schema'])) };
  }
  return { content: `You said: ${lastWords(body['messages'])}` };
}

/** What the schema requires; where it requires nothing, enough to be sent in pieces. */
export function inputFor(parameters: unknown): string {
  const required = fieldsOf(fillSchema(parameters));
  return Object.keys(required).length === 0 ? '{"a": 1}' : JSON.stringify(required);
}

function answer(
  body: Fields,
  { maxTokens, usage, sendsUsage, sendsWholeCalls, countsIn = 'own-chunk' }: FakeChatRules,
): FakeReply {
  const { content: whole, call, input } = saidTo(body);
  const { text, isCut } = upTo(body[maxTokens] ?? body['max_tokens'], whole ?? '');
  const content = whole === null ? null : text;
  const finish = call !== undefined ? 'tool_calls' : isCut ? 'length' : 'stop';
  const frame = {
    id: 'chatcmpl-fake',
    created: CREATED,
    model: body['model'],
    system_fingerprint: 'fp_1',
  };
  const called = {
    id: 'fakeCall1',
    type: 'function',
    function: { name: call, arguments: input ?? '' },
  };
  if (body['stream'] !== true) {
    const message = {
      role: 'assistant',
      content,
      refusal: null,
      ...(call !== undefined && { tool_calls: [called] }),
    };
    const choice = { index: 0, message, logprobs: null, finish_reason: finish };
    return json({ ...frame, object: 'chat.completion', choices: [choice], usage });
  }
  const isAsked = fieldsOf(body['stream_options'])['include_usage'] === true;
  const withUsage = sendsUsage || isAsked;
  const chunk = (choices: readonly object[], more: object = {}) => ({
    data: {
      ...frame,
      object: 'chat.completion.chunk',
      choices,
      ...(isAsked && { usage: null }),
      ...more,
    },
  });
  const delta = (said: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: said, logprobs: null, finish_reason: reason }]);
  const deltas =
    call === undefined
      ? piecesOf(text).map((piece) => delta({ content: piece }))
      : sendsWholeCalls
        ? [delta({ tool_calls: [{ index: 0, ...called }] })]
        : [
            delta({
              tool_calls: [{ ...called, index: 0, function: { name: call, arguments: '' } }],
            }),
            ...piecesOf(called.function.arguments).map((piece) =>
              delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
            ),
          ];
  const finishing = () => {
    if (!withUsage || countsIn === 'own-chunk') {
      return [delta({}, finish), ...(withUsage ? [chunk([], { usage })] : [])];
    }
    const choice = { index: 0, delta: {}, finish_reason: finish };
    return [countsIn === 'choice' ? chunk([{ ...choice, usage }]) : chunk([choice], { usage })];
  };
  return events([
    delta({ role: 'assistant', content: call === undefined ? '' : null, refusal: null }),
    ...deltas,
    ...finishing(),
    { data: '[DONE]' },
  ]);
}
