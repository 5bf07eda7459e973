/* Conversations with tools, thinking and images, in the words of each dialect. */

export type Json = Readonly<Record<string, unknown>>;

/** How a conversation goes on in a dialect. */
export interface Talk {
  readonly path: string;
  /** What the user says, with an image. */
  readonly says: (text: string, png: string) => readonly Json[];
  /** A request for what was said so far; `isForced` when tools have to be called. */
  readonly body: (said: readonly Json[], isForced: boolean) => Json;
  /** The whole answer in the text of an answer, streamed or not. */
  readonly read: (text: string, isStream: boolean) => Json;
  /** What the answer adds to the conversation. */
  readonly answered: (answer: Json) => readonly Json[];
  /** Results of the calls of an answer, each with an image. */
  readonly results: (answer: Json, png: string) => readonly Json[];
  /** What an answer says. */
  readonly textOf: (answer: Json) => string;
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const NAMES = ['get.weather', 'clock'];

/** A list of an answer, which the tests know to be there. */
const listOf = (value: unknown) => (value ?? []) as readonly Json[];
const objectOf = (value: unknown) => (value ?? {}) as Json;
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
const dataUrl = (png: string) => `data:image/png;base64,${png}`;

/** The data of events, in their order. */
function eventsIn(text: string): readonly Json[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json);
}

const chatMessage = (answer: Json) => objectOf(listOf(answer['choices'])[0]?.['message']);

/** Puts the deltas of chat completions together, as clients do. */
function chatAnswer(text: string): Json {
  let content = '';
  const calls: { id: unknown; type: string; function: { name: unknown; arguments: string } }[] = [];
  const details: Record<string, unknown>[] = [];
  for (const event of eventsIn(text)) {
    const delta = objectOf(listOf(event['choices'])[0]?.['delta']);
    content += textIn(delta['content']);
    for (const { index, id, function: called } of listOf(delta['tool_calls'])) {
      const { name, arguments: input = '' } = objectOf(called);
      const call = (calls[Number(index)] ??= {
        id,
        type: 'function',
        function: { name, arguments: '' },
      });
      call.function.arguments += String(input);
    }
    for (const detail of listOf(delta['reasoning_details'])) {
      const last = details.at(-1);
      const isSame = last?.['index'] === detail['index'] && last?.['type'] === detail['type'];
      if (last === undefined || !isSame) details.push({ ...detail });
      else {
        for (const name of ['text', 'summary']) {
          if (name in detail) last[name] = textIn(last[name]) + textIn(detail[name]);
        }
        last['signature'] = detail['signature'] ?? last['signature'];
      }
    }
  }
  const message = {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(details.length > 0 && { reasoning_details: details }),
  };
  return { choices: [{ message }] };
}

/** Puts the events of messages together. */
function messageAnswer(text: string): Json {
  const content: Record<string, unknown>[] = [];
  const inputs = new Map<number, string>();
  for (const event of eventsIn(text)) {
    const place = Number(event['index']);
    const { type, text: said, thinking, signature, partial_json: input } = objectOf(event['delta']);
    const block = content[place];
    if (event['type'] === 'content_block_start') {
      content[place] = { ...objectOf(event['content_block']) };
    } else if (block === undefined) continue;
    else if (type === 'text_delta') block['text'] = `${String(block['text'])}${String(said)}`;
    else if (type === 'thinking_delta') {
      block['thinking'] = `${String(block['thinking'])}${String(thinking)}`;
    } else if (type === 'signature_delta') block['signature'] = signature;
    else if (type === 'input_json_delta') {
      inputs.set(place, `${inputs.get(place) ?? ''}${String(input)}`);
    }
  }
  for (const [place, input] of inputs) {
    if (input !== '') content[place] = { ...content[place], input: JSON.parse(input) as unknown };
  }
  return { content };
}

const whole = (text: string) => JSON.parse(text) as Json;

const CHAT: Talk = {
  path: '/chat/completions',
  says: (text, png) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'image_url', image_url: { url: dataUrl(png) } },
      ],
    },
  ],
  body: (messages, isForced) => ({
    messages,
    tools: NAMES.map((name) => ({ type: 'function', function: { name, parameters: SCHEMA } })),
    tool_choice: isForced ? 'required' : 'auto',
    reasoning: { effort: 'high' },
    max_tokens: 9000,
  }),
  read: (text, isStream) => (isStream ? chatAnswer(text) : whole(text)),
  answered: (answer) => [chatMessage(answer)],
  results: (answer, png) =>
    listOf(chatMessage(answer)['tool_calls']).map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: [
        { type: 'text', text: 'sunny' },
        { type: 'image_url', image_url: { url: dataUrl(png) } },
      ],
    })),
  textOf: (answer) => String(chatMessage(answer)['content']),
};

const MESSAGES: Talk = {
  path: '/messages',
  says: (text, png) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      ],
    },
  ],
  body: (messages, isForced) => ({
    messages,
    tools: NAMES.map((name) => ({ name, input_schema: SCHEMA })),
    tool_choice: { type: isForced ? 'any' : 'auto' },
    thinking: { type: 'adaptive' },
    max_tokens: 9000,
  }),
  read: (text, isStream) => (isStream ? messageAnswer(text) : whole(text)),
  answered: ({ content }) => [{ role: 'assistant', content }],
  results: ({ content }, png) => [
    {
      role: 'user',
      content: listOf(content)
        .filter(({ type }) => type === 'tool_use')
        .map(({ id }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: [
            { type: 'text', text: 'sunny' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
        })),
    },
  ],
  textOf: ({ content }) =>
    listOf(content)
      .map(({ text }) => textIn(text))
      .join(''),
};

const RESPONSES: Talk = {
  path: '/responses',
  says: (text, png) => [
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text },
        { type: 'input_image', image_url: dataUrl(png) },
      ],
    },
  ],
  body: (input, isForced) => ({
    input,
    tools: NAMES.map((name) => ({ type: 'function', name, parameters: SCHEMA })),
    tool_choice: isForced ? 'required' : 'auto',
    reasoning: { effort: 'high', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    max_output_tokens: 9000,
  }),
  read(text, isStream) {
    if (!isStream) return whole(text);
    const last = eventsIn(text).findLast(({ type }) => type === 'response.completed');
    return objectOf(last?.['response']);
  },
  answered: ({ output }) => listOf(output),
  results: ({ output }, png) =>
    listOf(output)
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id }) => ({
        type: 'function_call_output',
        call_id,
        output: [
          { type: 'input_text', text: 'sunny' },
          { type: 'input_image', image_url: dataUrl(png) },
        ],
      })),
  textOf: ({ output }) =>
    listOf(output)
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => listOf(content))
      .map(({ text }) => textIn(text))
      .join(''),
};

/** How each dialect is spoken. */
export const TALKS: Readonly<Record<string, Talk>> = {
  'chat completions': CHAT,
  messages: MESSAGES,
  responses: RESPONSES,
};
