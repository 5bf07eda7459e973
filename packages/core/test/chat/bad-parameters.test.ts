import { testRefusals, type Refusals } from './refusals.ts';

const LONG = 'x'.repeat(257);
const NAME = '1 to 64 letters, digits, underscores and hyphens';
const DIGITS = 'digits with at most one point, up to 20 on each side of it';
const FUNCTION = { name: 'f' };
const tool = (function_: unknown, more: object = {}) => ({
  tools: [{ type: 'function', function: function_, ...more }],
});
const schema = (json_schema: unknown) => ({
  response_format: { type: 'json_schema', json_schema },
});

const PARAMETERS: Refusals = [
  [{ model: 7 }, 'model must be text of 1 to 256 characters, got 7'],
  [{ model: null }, 'model is required and must be the id of a model'],
  [{ model: '' }, 'model must be text of 1 to 256 characters, got ""'],
  [{ models: 'a' }, 'models must be a list of at most 10, got "a"'],
  [{ models: [7] }, 'models[0] must be text of 1 to 256 characters, got 7'],
  [{ provider: 7 }, 'provider must be an object, got 7'],
  [{ stream: 'yes' }, 'stream must be true or false, got "yes"'],
  [{ stream_options: 7 }, 'stream_options must be an object, got 7'],
  [
    { stream_options: { include_usage: 'x' } },
    'stream_options.include_usage must be true or false, got "x"',
  ],
  [{ max_tokens: 0 }, 'max_tokens must be a whole number of at least 1, got 0'],
  [{ max_tokens: '5' }, 'max_tokens must be a whole number of at least 1, got "5"'],
  [{ max_tokens: 1e300 }, 'max_tokens must be a number between -(2^53-1) and 2^53-1'],
  [
    { max_completion_tokens: 1.5 },
    'max_completion_tokens must be a whole number of at least 1, got 1.5',
  ],
  [{ temperature: -0.1 }, 'temperature must be a number from 0 to 2, got -0.1'],
  [{ temperature: true }, 'temperature must be a number from 0 to 2, got true'],
  [{ top_p: 1.1 }, 'top_p must be a number from 0 to 1, got 1.1'],
  [{ top_k: -1 }, 'top_k must be a whole number of at least 0, got -1'],
  [{ min_p: 2 }, 'min_p must be a number from 0 to 1, got 2'],
  [{ top_a: -1 }, 'top_a must be a number from 0 to 1, got -1'],
  [{ frequency_penalty: 2.1 }, 'frequency_penalty must be a number from -2 to 2, got 2.1'],
  [{ presence_penalty: '1' }, 'presence_penalty must be a number from -2 to 2, got "1"'],
  [{ repetition_penalty: -1 }, 'repetition_penalty must be a number from 0 to 2, got -1'],
  [{ seed: 1.5 }, 'seed must be a whole number, got 1.5'],
  [{ stop: 7 }, 'stop must be text of at least 1 character or a list of at most 4, got 7'],
  [{ stop: [7] }, 'stop[0] must be text of at least 1 character, got 7'],
  [{ stop: [''] }, 'stop[0] must be text of at least 1 character, got ""'],
  [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop must be a list of at most 4, got 5'],
  [{ logit_bias: [] }, 'logit_bias must be an object, got a list'],
  [{ logit_bias: { 5: -101 } }, 'logit_bias.5 must be a number from -100 to 100, got -101'],
  [{ logprobs: 'x' }, 'logprobs must be true or false, got "x"'],
  [
    { logprobs: true, top_logprobs: 21 },
    'top_logprobs must be a whole number from 0 to 20, got 21',
  ],
  [{ top_logprobs: 3 }, 'top_logprobs needs logprobs: true'],
  [{ parallel_tool_calls: 1 }, 'parallel_tool_calls must be true or false, got 1'],
  [{ structured_outputs: 'x' }, 'structured_outputs must be true or false, got "x"'],
  [{ verbosity: 'x' }, 'verbosity must be one of low, medium, high, xhigh, max, got "x"'],
  [{ modalities: 'text' }, 'modalities must be a list, got "text"'],
  [{ modalities: ['smell'] }, 'modalities[0] must be one of text, image, audio, got "smell"'],
  [{ modalities: ['text', 'audio'] }, 'modalities[1] is audio, which no answer here can hold'],
  [{ audio: 7 }, 'audio must be an object, got 7'],
  [{ image_config: 7 }, 'image_config must be an object, got 7'],
  [{ prediction: { type: 'x', content: '' } }, 'prediction.type must be content, got "x"'],
  [
    { prediction: { type: 'content' } },
    'prediction.content is required and must be text or a list',
  ],
  [{ cache_control: 7 }, 'cache_control must be an object, got 7'],
  [
    { cache_control: { type: 'ephemeral', ttl: '2h' } },
    'cache_control.ttl must be one of 5m, 1h, got "2h"',
  ],
  [{ prompt_cache_key: 7 }, 'prompt_cache_key must be text, got 7'],
  [{ prompt_cache_options: 7 }, 'prompt_cache_options must be an object, got 7'],
  [
    { service_tier: 'x' },
    'service_tier must be one of auto, default, fast, flex, priority, scale, got "x"',
  ],
  [{ user: 7 }, 'user must be text, got 7'],
  [{ session_id: 7 }, 'session_id must be text of at most 256 characters, got 7'],
  [{ session_id: LONG }, `session_id: text of at most 256 characters, got "${LONG.slice(0, 80)}"…`],
  [{ metadata: 7 }, 'metadata must be an object, got 7'],
  [{ trace: 7 }, 'trace must be an object, got 7'],
  [{ plugins: 7 }, 'plugins must be a list, got 7'],
  [{ plugins: [7] }, 'plugins[0] must be an object, got 7'],
  [{ plugins: [{}] }, 'plugins[0].id is required and must be text of at least 1 character'],
  [{ plugins: [{ id: 'web', enabled: 'x' }] }, 'plugins[0].enabled must be true or false, got "x"'],
  [
    { plugins: [{ id: 'web' }] },
    'plugins[0].id is "web", a plugin that is not available on this gateway',
  ],
  [{ web_search_options: 7 }, 'web_search_options must be an object, got 7'],
  [{ debug: 7 }, 'debug must be an object, got 7'],
  [{ transforms: 7 }, 'transforms must be a list, got 7'],
  [{ transforms: ['middle-out'] }, 'transforms must be an empty list: none is available'],
  [{ n: 'x' }, 'n must be 1, got "x": this gateway returns one choice'],
  [{ n: 2 }, 'n must be 1, got 2: this gateway returns one choice'],
  [{ store: 'x' }, 'store must be true or false, got "x"'],
  [{ store: true }, 'store must be false: this gateway keeps no answers'],
  [{ prompt: 'x' }, 'prompt is not read here; send messages'],
  [{ functions: [] }, 'functions is not read here; send tools'],
  [{ function_call: 'auto' }, 'function_call is not read here; send tool_choice'],
];

const TOOLS: Refusals = [
  [{ tools: 'x' }, 'tools must be a list, got "x"'],
  [{ tools: [7] }, 'tools[0] must be an object, got 7'],
  [{ tools: [{}] }, 'tools[0].type is required and must be text of at least 1 character'],
  [
    { tools: [{ type: 'openrouter:web_search' }] },
    'tools[0].type must be function, got "openrouter:web_search": hosted tools are not available',
  ],
  [tool(7), 'tools[0].function must be an object, got 7'],
  [tool({}), 'tools[0].function.name is required and must be text of 1 to 64 characters'],
  [
    tool({ name: 'x'.repeat(65) }),
    `tools[0].function.name must be text of 1 to 64 characters, got "${'x'.repeat(65)}"`,
  ],
  [tool({ ...FUNCTION, description: 7 }), 'tools[0].function.description must be text, got 7'],
  [
    tool({ ...FUNCTION, parameters: 'x' }),
    'tools[0].function.parameters must be an object, got "x"',
  ],
  [tool({ ...FUNCTION, strict: 'x' }), 'tools[0].function.strict must be true or false, got "x"'],
  [
    tool(FUNCTION, { cache_control: { type: 'x' } }),
    'tools[0].cache_control.type must be ephemeral, got "x"',
  ],
  [
    { tools: [...tool(FUNCTION).tools, ...tool(FUNCTION).tools] },
    'tools[1].function.name repeats "f"',
  ],
  [{ tool_choice: 'any' }, 'tool_choice must be one of none, auto, required, got "any"'],
  [{ tool_choice: 'required' }, 'tool_choice cannot be required without tools'],
  [
    { tool_choice: { type: 'function', function: {} } },
    'tool_choice.function.name is required and must be text of at least 1 character',
  ],
  [
    { tool_choice: { type: 'web_search' } },
    'tool_choice.type must be function, got "web_search": hosted tools are not available',
  ],
  [
    { ...tool(FUNCTION), tool_choice: { type: 'function', function: { name: 'g' } } },
    'tool_choice.function.name names "g", which is not one of tools',
  ],
  [
    {
      ...tool(FUNCTION),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'g' } }] },
      },
    },
    'tool_choice.allowed_tools.tools[0].function.name names "g", which is not one of tools',
  ],
  [
    { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } },
    'tool_choice.allowed_tools.tools must be a list of at least 1, got 0',
  ],
  [{ response_format: 7 }, 'response_format must be an object, got 7'],
  [
    { response_format: {} },
    'response_format.type is required and must be text of at least 1 character',
  ],
  [schema(undefined), 'response_format.json_schema is required and must be an object'],
  [schema({}), `response_format.json_schema.name is required and must be ${NAME}`],
  [schema({ name: 'a b' }), `response_format.json_schema.name: ${NAME}, got "a b"`],
  [
    schema({ name: 'a', schema: 'x' }),
    'response_format.json_schema.schema must be an object, got "x"',
  ],
  [
    schema({ name: 'a', strict: 'x' }),
    'response_format.json_schema.strict must be true or false, got "x"',
  ],
];

const REASONING: Refusals = [
  [{ reasoning: 7 }, 'reasoning must be an object, got 7'],
  [
    { reasoning: { effort: 'huge' } },
    'reasoning.effort must be one of max, xhigh, high, medium, low, minimal, none, got "huge"',
  ],
  [
    { reasoning: { max_tokens: 0 } },
    'reasoning.max_tokens must be a whole number of at least 1, got 0',
  ],
  [{ reasoning: { exclude: 'x' } }, 'reasoning.exclude must be true or false, got "x"'],
  [{ reasoning: { enabled: 'x' } }, 'reasoning.enabled must be true or false, got "x"'],
  [
    { reasoning: { summary: 'x' } },
    'reasoning.summary must be one of auto, concise, detailed, got "x"',
  ],
  [
    { reasoning: { context: 'x' } },
    'reasoning.context must be one of auto, all_turns, current_turn, got "x"',
  ],
  [{ reasoning: { mode: 'x' } }, 'reasoning.mode must be one of standard, pro, got "x"'],
  [
    { reasoning_effort: 'x' },
    'reasoning_effort must be one of max, xhigh, high, medium, low, minimal, none, got "x"',
  ],
  [{ include_reasoning: 'x' }, 'include_reasoning must be true or false, got "x"'],
  [
    { reasoning_effort: 'high', reasoning: { effort: 'low' } },
    'reasoning_effort must be the same as reasoning.effort, low',
  ],
  [
    { reasoning: { effort: 'low', max_tokens: 9 } },
    'reasoning.max_tokens cannot be combined with an effort; send one of them',
  ],
];

const PREFERENCES: Refusals = (
  [
    [{ only: 'x' }, 'only must be a list, got "x"'],
    [{ ignore: [7] }, 'ignore[0] must be text, got 7'],
    [{ order: 7 }, 'order must be a list, got 7'],
    [{ allow_fallbacks: 'x' }, 'allow_fallbacks must be true or false, got "x"'],
    [{ require_parameters: 'x' }, 'require_parameters must be true or false, got "x"'],
    [{ data_collection: 'x' }, 'data_collection must be one of allow, deny, got "x"'],
    [{ zdr: 'x' }, 'zdr must be true or false, got "x"'],
    [{ enforce_distillable_text: 7 }, 'enforce_distillable_text must be true or false, got 7'],
    [{ quantizations: 'x' }, 'quantizations must be a list, got "x"'],
    [{ max_price: 7 }, 'max_price must be an object, got 7'],
    [
      { max_price: { prompt: [] } },
      `max_price.prompt must be a number of at least 0 or ${DIGITS}, got a list`,
    ],
    [{ max_price: { prompt: '1e' } }, `max_price.prompt: ${DIGITS}, got "1e"`],
    [
      { max_price: { image: '1'.repeat(21) } },
      `max_price.image: ${DIGITS}, got "${'1'.repeat(21)}"`,
    ],
    [{ max_price: { audio: 'x' } }, `max_price.audio: ${DIGITS}, got "x"`],
    [
      { max_price: { completion: -1 } },
      `max_price.completion must be a number of at least 0 or ${DIGITS}, got -1`,
    ],
    [{ sort: 'x' }, 'sort must be one of price, throughput, latency, exacto, got "x"'],
    [
      { sort: { by: 'price', partition: 'x' } },
      'sort.partition must be one of model, none, got "x"',
    ],
    [
      { preferred_min_throughput: 'x' },
      'preferred_min_throughput must be a number or an object, got "x"',
    ],
    [
      { preferred_max_latency: { p50: 'x' } },
      'preferred_max_latency.p50 must be a number, got "x"',
    ],
    [{ options: { one: 7 } }, 'options.one must be an object, got 7'],
  ] as const
).map(([provider, sentence]) => [{ provider }, `provider.${sentence}`]);

testRefusals('parameters', PARAMETERS);
testRefusals('tools', TOOLS);
testRefusals('reasoning', REASONING);
testRefusals('preferences', PREFERENCES);
