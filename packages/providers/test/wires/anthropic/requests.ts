import type { Block, ChatRequest } from '@model-gateway/core/chat';
import { call, media, result, said, text, thought as unsealed, tool } from '../blocks.ts';
import { ISSUER } from './reading.ts';

const thought = (value: string, data?: object) =>
  unsealed(value, data && { sealed: { issuer: ISSUER, data: { ...data } } });

const LOOP = [
  said('user', text('Weather?')),
  said(
    'assistant',
    text('I look.'),
    call('a.1', 'get.weather', '{"city":"Köln"}'),
    call('b', 'clock', ''),
  ),
  said(
    'user',
    text('Both, please.'),
    result('b', text('12:00')),
    result('a.1', text('sunny'), media({})),
  ),
];
const CALLED = [
  said('user', text('a')),
  said('assistant', call('c', 'f', '{}')),
  said('user', result('c', text('x'))),
];
const TOOLS = [
  tool('get.weather', {
    description: 'Looks.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    cache: {},
  }),
  tool('clock'),
];
const CITY = { type: 'object', properties: { city: { type: 'string', minLength: 1 } } };

/** One that a test encodes, and what of the body it expects, beside the usual. */
export interface Encoded {
  readonly request: Partial<ChatRequest>;
  /** `claude-opus-5` by default. */
  readonly upstream?: string;
  readonly user?: string;
  readonly options?: object;
  readonly body: object;
  readonly warnings?: readonly string[];
}

const USUAL_TURN = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };

/** What Anthropic is sent, by what is asked. */
export const REQUESTS: Readonly<Record<string, Encoded>> = {
  'words alone': { request: {}, body: {} },
  'a stream, a limit and an end user': {
    request: { stream: true, maxOutputTokens: 9, stop: ['END', '\n'] },
    user: 'u1',
    body: { stream: true, max_tokens: 9, metadata: { user_id: 'u1' }, stop_sequences: ['END'] },
    warnings: ['stop=ignored'],
  },
  'options of the request, last': {
    request: {},
    options: { cache_control: { type: 'ephemeral' } },
    body: { cache_control: { type: 'ephemeral' } },
  },
  'instructions before the conversation, marked for the cache': {
    request: {
      messages: [
        said('system', text('A', { cache: { ttl: '1h' } }), text(' ')),
        said('developer', text('B')),
        said('user', text('Hi')),
      ],
    },
    body: {
      system: [
        { type: 'text', text: 'A', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'text', text: 'B' },
      ],
    },
  },
  'instructions alone, as the user’s words': {
    request: { messages: [said('system', text('A'))] },
    body: { messages: [{ role: 'user', content: [{ type: 'text', text: 'A' }] }] },
  },
  'instructions within the conversation, in their place': {
    request: {
      messages: [
        said('user', text('a')),
        said('system', text('b')),
        said('assistant', text('c')),
        said('system', text('d')),
        said('user', text('e')),
      ],
    },
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        { role: 'system', content: [{ type: 'text', text: 'b' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'c' }] },
        { role: 'user', content: [{ type: 'text', text: 'e' }] },
        { role: 'system', content: [{ type: 'text', text: 'd' }] },
      ],
    },
  },
  'instructions within the conversation of an older model, as the user’s words': {
    request: { messages: [said('user', text('a')), said('system', text('b'))] },
    upstream: 'claude-opus-4-7',
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    },
  },
  'calls and results, which come first, with ids and names as it takes them': {
    request: { messages: LOOP, tools: TOOLS },
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'rmHFZAynN', name: 'get_weather', input: { city: 'Köln' } },
            { type: 'tool_use', id: 'b', name: 'clock', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: '12:00' }] },
            {
              type: 'tool_result',
              tool_use_id: 'rmHFZAynN',
              content: [
                { type: 'text', text: 'sunny' },
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
                },
              ],
            },
            { type: 'text', text: 'Both, please.' },
          ],
        },
      ],
      tools: [
        {
          name: 'get_weather',
          description: 'Looks.',
          input_schema: { type: 'object', properties: { city: { type: 'string' } } },
          cache_control: { type: 'ephemeral' },
        },
        { name: 'clock', input_schema: { type: 'object' } },
      ],
    },
  },
  'instructions between a call and its result, behind it': {
    request: {
      messages: [
        said('user', text('a')),
        said('assistant', call('c', 'f', '{}')),
        said('system', text('s')),
        said('user', result('c')),
      ],
      tools: [tool('f')],
    },
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
        { role: 'system', content: [{ type: 'text', text: 's' }] },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
  },
  'calls without tools, which it would refuse': {
    request: {
      messages: [
        said('user', text('a')),
        said('assistant', call('c', 'f', '{}')),
        said('user', { ...result('c', text('x')), isError: true } as Block),
      ],
    },
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              content: [{ type: 'text', text: 'x' }],
              is_error: true,
            },
          ],
        },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    },
  },
  'turns of one role as one, without what says nothing': {
    request: {
      messages: [
        said('user', text('a'), text('')),
        said('user'),
        said('user', text('b')),
        said('assistant', text('')),
        said('assistant', { type: 'refusal', text: 'No.' }),
        said('assistant', text('c ')),
        said('user', text('d')),
      ],
    },
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'No.' },
            { type: 'text', text: 'c ' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'd' }] },
      ],
    },
  },
  'the beginning of an answer, without blanks at its end': {
    request: { messages: [said('user', text('a')), said('assistant', text('It is \n'))] },
    upstream: 'claude-haiku-4-5',
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'It is' }] },
      ],
    },
  },
  'images and documents': {
    request: {
      messages: [
        said(
          'user',
          media({ source: { kind: 'url', value: 'https://a.example/a.png' } }),
          media({ kind: 'file', mediaType: 'application/pdf', name: 'a.pdf', cache: {} }),
          media({
            kind: 'file',
            mediaType: undefined,
            source: { kind: 'url', value: 'https://a.example/a.pdf' },
          }),
          media({ kind: 'file', source: { kind: 'text', value: 'x' } }),
          media({ kind: 'file', mediaType: 'text/csv', source: { kind: 'base64', value: 'YQ==' } }),
        ),
      ],
    },
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
              title: 'a.pdf',
              cache_control: { type: 'ephemeral' },
            },
            { type: 'document', source: { type: 'url', url: 'https://a.example/a.pdf' } },
            {
              type: 'document',
              source: { type: 'text', media_type: 'text/plain', data: 'x' },
            },
            {
              type: 'document',
              source: { type: 'text', media_type: 'text/plain', data: 'a' },
            },
          ],
        },
      ],
    },
  },
  'thinking as it came, and none that is not signed': {
    request: {
      messages: [
        said('user', text('a')),
        said(
          'assistant',
          thought(' Hm.\n', { signature: 'EqQB==' }),
          thought('', { data: 'Emw' }),
          thought('', { signature: 'Eq2' }),
          thought('from elsewhere'),
          text('b'),
        ),
        said('user', text('c')),
      ],
    },
    body: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: ' Hm.\n', signature: 'EqQB==' },
            { type: 'redacted_thinking', data: 'Emw' },
            { type: 'thinking', thinking: '', signature: 'Eq2' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'c' }] },
      ],
    },
  },
  'a call that must be': {
    request: { tools: TOOLS, toolChoice: { kind: 'required' }, parallelCalls: false },
    body: { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
  },
  'one tool of several': {
    request: { tools: TOOLS, toolChoice: { kind: 'required', only: ['get.weather'] } },
    body: { tool_choice: { type: 'tool', name: 'get_weather' } },
  },
  'no parallel calls': {
    request: { tools: TOOLS, parallelCalls: false },
    body: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
  },
  'no call, whatever else': {
    request: { tools: TOOLS, toolChoice: { kind: 'none' }, parallelCalls: false },
    body: { tool_choice: { type: 'none' } },
  },
  'some of the tools': {
    request: { tools: TOOLS, toolChoice: { kind: 'auto', only: ['clock'] } },
    body: { tools: [{ name: 'clock', input_schema: { type: 'object' } }] },
  },
  'a strict tool of another dialect, closed': {
    request: { tools: [tool('f', { parameters: CITY, strict: true })] },
    body: {
      tools: [
        {
          name: 'f',
          input_schema: {
            type: 'object',
            properties: { city: { type: 'string', description: '{"minLength":1}' } },
            additionalProperties: false,
          },
          strict: true,
        },
      ],
    },
    warnings: ['tools.f.minLength=ignored'],
  },
  'a schema of another dialect, closed': {
    request: {
      format: {
        kind: 'schema',
        name: 'a',
        schema: {
          $defs: { x: { type: 'object', additionalProperties: true } },
          type: 'object',
          properties: {
            a: { oneOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] },
            b: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 3 },
            c: { type: 'string', format: 'date', description: 'When.', pattern: '^2' },
          },
          required: ['a'],
        },
      },
    },
    body: {
      output_config: {
        format: {
          type: 'json_schema',
          schema: {
            $defs: { x: { type: 'object', additionalProperties: false } },
            type: 'object',
            properties: {
              a: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] },
              b: {
                type: 'array',
                items: { type: 'integer', description: '{"minimum":1}' },
                description: '{"maxItems":3}',
              },
              c: { type: 'string', format: 'date', description: 'When.\n{"pattern":"^2"}' },
            },
            required: ['a'],
            additionalProperties: false,
          },
        },
      },
    },
    warnings: [
      'response_format.schema.additionalProperties=ignored',
      'response_format.schema.minimum=ignored',
      'response_format.schema.maxItems=ignored',
      'response_format.schema.pattern=ignored',
    ],
  },
  'what a client of the same wire says, as written': {
    request: {
      dialect: 'anthropic-messages',
      hostedTools: [
        { name: 'web_search', value: { type: 'web_search_20250305', name: 'web_search' } },
      ],
      format: { kind: 'schema', name: 'a', schema: { type: 'object', minProperties: 1 } },
      extras: {
        context_management: { edits: [] },
        output_config: { task_budget: { type: 'tokens', total: 9 } },
        speed: 'fast',
        inference_geo: 'us',
      },
      messages: [
        said('user', text('Hi', { extras: { citations: [] } }), {
          type: 'foreign',
          wire: 'anthropic-messages',
          value: { type: 'container_upload', file_id: 'f' },
        }),
      ],
    },
    body: {
      context_management: { edits: [] },
      output_config: {
        task_budget: { type: 'tokens', total: 9 },
        format: { type: 'json_schema', schema: { type: 'object', minProperties: 1 } },
      },
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      messages: [
        {
          role: 'user',
          content: [
            { citations: [], type: 'text', text: 'Hi' },
            { type: 'container_upload', file_id: 'f' },
          ],
        },
      ],
    },
    warnings: ['speed=ignored', 'inference_geo=ignored'],
  },
  'sampling, as far as it takes it together': {
    request: { sampling: { temperature: 1.5, topP: 0.9, topK: 4 } },
    upstream: 'claude-sonnet-4-6',
    body: { temperature: 1, top_k: 4 },
    warnings: ['top_p=ignored', 'temperature=clamped:1'],
  },
  'an effort': {
    request: { reasoning: { effort: 'high' } },
    body: {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    },
  },
  'thinking that is not to be shown': {
    request: { reasoning: { isEnabled: true, isHidden: true } },
    body: { thinking: { type: 'adaptive', display: 'omitted' } },
  },
  'a budget, of a model that has none': {
    request: { reasoning: { maxTokens: 31_999 }, maxOutputTokens: 32_000 },
    body: {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    },
    warnings: ['reasoning.max_tokens=clamped:high'],
  },
  'no thinking': {
    request: { reasoning: { effort: 'none' } },
    body: { thinking: { type: 'disabled' } },
  },
  'no thinking, of a model that thinks between tools': {
    request: { reasoning: { isEnabled: false } },
    upstream: 'claude-sonnet-5-5',
    body: { thinking: { type: 'between_tools' } },
  },
  'an effort of the answer, without thinking': {
    request: { dialect: 'anthropic-messages', reasoning: { effort: 'low' } },
    upstream: 'claude-opus-4-8',
    body: { output_config: { effort: 'low' } },
  },
  'an effort, of a model with a budget': {
    request: { reasoning: { effort: 'high' }, maxOutputTokens: 2000 },
    upstream: 'claude-haiku-4-5',
    body: { thinking: { type: 'enabled', budget_tokens: 1600 } },
  },
  'a budget below the least, above the limit': {
    request: { reasoning: { maxTokens: 9 }, maxOutputTokens: 1025 },
    upstream: 'claude-sonnet-4-6',
    body: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    warnings: ['reasoning.max_tokens=clamped:1024'],
  },
  'the mark of a whole conversation, which dialects have in common': {
    request: { extras: { cache_control: { type: 'ephemeral', ttl: '1h' }, colour: 'red' } },
    body: { cache_control: { type: 'ephemeral', ttl: '1h' } },
  },
  'too short an answer for a budget': {
    request: { reasoning: { effort: 'high' }, maxOutputTokens: 1024 },
    upstream: 'claude-haiku-4-5',
    body: {},
    warnings: ['reasoning=ignored'],
  },
  'thinking beside sampling': {
    request: { reasoning: { effort: 'low' }, sampling: { temperature: 0.5, topK: 3 } },
    upstream: 'claude-opus-4-6',
    body: {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' },
    },
    warnings: ['temperature=ignored', 'top_k=ignored'],
  },
  'thinking beside a forced call, of an older model': {
    request: {
      reasoning: { effort: 'low' },
      tools: [tool('f')],
      toolChoice: { kind: 'required' },
    },
    upstream: 'claude-opus-4-8',
    body: {
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any' },
    },
    warnings: ['reasoning=ignored'],
  },
  'a loop of tools that began elsewhere, of a model with a budget': {
    request: {
      reasoning: { effort: 'high' },
      messages: CALLED,
      tools: [tool('f')],
      maxOutputTokens: 4000,
    },
    upstream: 'claude-haiku-4-5',
    body: {},
    warnings: ['reasoning=ignored'],
  },
  'such a loop, and a word of the user beside its result': {
    request: {
      reasoning: { effort: 'high' },
      messages: [...CALLED, said('user', text('b'))],
      tools: [tool('f')],
      maxOutputTokens: 4000,
    },
    upstream: 'claude-haiku-4-5',
    body: {},
    warnings: ['reasoning=ignored'],
  },
};

/** The members that are the same in all of them, unless they say otherwise. */
export const usualBody = (upstream: string, maxTokens: number) => ({
  model: upstream,
  max_tokens: maxTokens,
  messages: [USUAL_TURN],
});
