import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { openAiChatRoute, type FakeChatRules } from '../fakes/openai-chat.ts';
import { bearerOf, missing, openAiError, parametersOf } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import { setOf } from '../http/set-of.ts';
import {
  fireworksVectors,
  localEmbeddings,
  togetherVectors,
  localVectors,
} from './fake-vectors.ts';

async function answer(request: FakeRequest): Promise<FakeReply> {
  const parameters = await parametersOf(request);
  const absent = missing(parameters, 'model', 'prompt');
  if (absent !== undefined) return openAiError(400, `${absent} is required`, { param: absent });
  if (parameters['response_format'] !== 'b64_json') {
    return json({ created: 1, data: [{ url: 'http://127.0.0.1/image.png' }] });
  }
  const { n = 1, output_format: format = 'png' } = parameters;
  const b64_json = tinyImage(String(format));
  return json({ created: 1, data: Array.from({ length: Number(n) }, () => ({ b64_json })) });
}

const UNAUTHORIZED = json(
  { error: { message: 'Unauthorized', type: 'Unauthorized', code: 401 } },
  401,
);
const NOT_FOUND = json({ error: { message: 'Not Found', type: 'NotFoundError', code: 404 } }, 404);

/** What servers of one's own, such as vLLM and llama.cpp, ignore or obey. */
const LENIENT: Partial<FakeChatRules> = {
  members: undefined,
  turnMembers: undefined,
  reasons: () => false,
};

/** Starts a fake of a server that imitates OpenAI, in the manner of vLLM and vLLM-Omni. */
export const startFakeOpenAiCompatible = defineFake({
  basePath: '/v1',
  keyTest: '/v1/models',
  routes: () => [
    post('/v1/images/generations', answer),
    post('/v1/images/edits', answer),
    openAiChatRoute('/v1', LENIENT),
    ...localVectors('/v1'),
  ],
  keyOf: bearerOf,
  unauthorized: UNAUTHORIZED,
  notFound: NOT_FOUND,
});

/** A fake of conversations, and of what else `more` says. */
const talking = (
  basePath: string,
  rules: Partial<FakeChatRules>,
  more: (basePath: string) => readonly FakeRoute[] = () => [],
) =>
  defineFake({
    basePath,
    keyTest: `${basePath}/models`,
    routes: () => [openAiChatRoute(basePath, rules), ...more(basePath)],
    keyOf: bearerOf,
    unauthorized: UNAUTHORIZED,
    notFound: NOT_FOUND,
  });

/** Starts a fake of DeepSeek. It does not check that reasoning comes back with its calls. */
export const startFakeDeepSeek = talking('/v1', {
  members: setOf(
    'model messages tools tool_choice max_tokens temperature top_p frequency_penalty presence_penalty stop logprobs top_logprobs response_format thinking reasoning_effort stream stream_options',
  ),
  turnMembers: setOf('role content name prefix reasoning_content tool_calls'),
  maxTokens: 'max_tokens',
  reasons: () => false,
  usage: {
    prompt_tokens: 9,
    prompt_cache_hit_tokens: 4,
    prompt_cache_miss_tokens: 5,
    completion_tokens: 5,
    total_tokens: 14,
  },
});

/** Starts a fake of Groq. */
export const startFakeGroq = talking('/openai/v1', {
  members: setOf(
    'model messages tools tool_choice parallel_tool_calls max_completion_tokens temperature top_p frequency_penalty presence_penalty seed stop response_format reasoning_effort reasoning_format include_reasoning service_tier user stream stream_options',
  ),
  turnMembers: setOf('role content name reasoning tool_calls function_call'),
  reasons: () => false,
  usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, queue_time: 0.1 },
});

/** Starts a fake of Mistral, which takes ids of nine letters and digits and no unknown members. */
export const startFakeMistral = talking('/v1', {
  members: setOf(
    'model messages tools tool_choice parallel_tool_calls max_tokens temperature top_p frequency_penalty presence_penalty random_seed stop response_format reasoning_effort prediction prompt_cache_key safe_prompt n stream',
  ),
  turnMembers: setOf('role content prefix tool_calls'),
  wantsWords: true,
  maxTokens: 'max_tokens',
  callId: /^[A-Za-z0-9]{9}$/,
  reasons: () => false,
  refuse: (param, message) =>
    json({ detail: [{ type: 'value_error', loc: ['body', param], msg: message }] }, 422),
  usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, num_cached_tokens: 4 },
  sendsUsage: true,
  countsIn: 'chunk',
  sendsWholeCalls: true,
});

/** Starts a fake of Ollama, which ignores what it does not know. */
export const startFakeOllama = talking(
  '/v1',
  {
    ...LENIENT,
    maxTokens: 'max_tokens',
    sendsWholeCalls: true,
    usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
  },
  localEmbeddings,
);

const COUNTED = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };

/** Starts a fake of Together's conversations, embeddings and rankings. */
export const startFakeTogetherChat = talking(
  '/v1',
  {
    members: setOf(
      'model messages tools tool_choice max_tokens temperature top_p top_k min_p frequency_penalty presence_penalty repetition_penalty seed stop logit_bias logprobs response_format reasoning reasoning_effort stream stream_options n',
    ),
    turnMembers: setOf('role content name reasoning reasoning_content tool_calls function_call'),
    maxTokens: 'max_tokens',
    reasons: () => false,
    usage: COUNTED,
  },
  togetherVectors,
);

/** Starts a fake of Fireworks. */
export const startFakeFireworks = talking(
  '/inference/v1',
  {
    members: setOf(
      'model messages tools tool_choice parallel_tool_calls max_tokens temperature top_p top_k min_p frequency_penalty presence_penalty repetition_penalty seed stop logit_bias logprobs top_logprobs response_format reasoning_effort thinking reasoning_history prompt_cache_key service_tier user stream stream_options n',
    ),
    turnMembers: setOf('role content name reasoning_content tool_calls'),
    maxTokens: 'max_tokens',
    reasons: () => false,
    refuse: (param, message) =>
      json(
        { error: { object: 'error', type: 'invalid_request_error', code: 'x', message, param } },
        400,
      ),
    usage: { ...COUNTED, prompt_tokens_details: { cached_tokens: 4 } },
  },
  fireworksVectors,
);

/** Starts a fake of Perplexity, where turns alternate, and which has counts in every chunk. */
export const startFakePerplexity = talking('', {
  members: setOf(
    'model messages max_tokens temperature top_p top_k frequency_penalty presence_penalty response_format reasoning_effort search_mode web_search_options stream',
  ),
  turnMembers: setOf('role content'),
  maxTokens: 'max_tokens',
  reasons: () => false,
  alternates: true,
  refuse: (_, message) => json({ error: { message, type: 'invalid_message', code: 400 } }, 400),
  usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, reasoning_tokens: 2 },
  sendsUsage: true,
});

/** Starts a fake of Cerebras, whose errors are flat. */
export const startFakeCerebras = talking('/v1', {
  members: setOf(
    'model messages tools tool_choice parallel_tool_calls max_completion_tokens temperature top_p seed stop logprobs top_logprobs response_format reasoning_effort disable_reasoning clear_thinking user stream stream_options',
  ),
  turnMembers: setOf('role content name reasoning tool_calls'),
  reasons: () => false,
  refuse: (param, message) =>
    json({ message, type: 'invalid_request_error', param, code: 'wrong_api_format' }, 400),
  usage: COUNTED,
});

/** Starts a fake of Moonshot, which has its counts in the choice and fetches no images. */
export const startFakeMoonshot = talking('/v1', {
  members: setOf(
    'model messages tools tool_choice max_completion_tokens stop response_format reasoning_effort thinking stream stream_options',
  ),
  turnMembers: setOf('role content name partial reasoning_content tool_calls'),
  reasons: () => false,
  forcesCalls: false,
  wantsData: true,
  wrongSchema: (schema) =>
    /"anyOf":\[[^\]]*\],"type"|"type":"[a-z]+","anyOf"/.test(JSON.stringify(schema ?? {}))
      ? 'tools.function.parameters is not a valid moonshot flavored json schema: type must not stand beside anyOf'
      : undefined,
  usage: { ...COUNTED, cached_tokens: 4 },
  countsIn: 'choice',
});

/** Starts a fake of Qwen, whose models that think answer in streams only. */
export const startFakeQwen = talking('/compatible-mode/v1', {
  members: setOf(
    'model messages tools tool_choice parallel_tool_calls max_tokens temperature top_p top_k presence_penalty seed stop logprobs top_logprobs response_format enable_thinking thinking_budget preserve_thinking stream stream_options',
  ),
  turnMembers: setOf('role content partial reasoning_content tool_calls'),
  maxTokens: 'max_tokens',
  reasons: () => false,
  streamsOnly: true,
  usage: {
    ...COUNTED,
    prompt_tokens_details: { cached_tokens: 4, cache_creation_input_tokens: 2 },
  },
});

/** Starts a fake of Z.AI. */
export const startFakeZai = talking('/api/paas/v4', {
  members: setOf(
    'model messages tools tool_choice tool_stream max_tokens temperature top_p do_sample stop response_format thinking stream stream_options user_id request_id',
  ),
  turnMembers: setOf('role content reasoning_content tool_calls'),
  maxTokens: 'max_tokens',
  reasons: () => false,
  forcesCalls: false,
  refuse: (_, message) => json({ error: { code: '1210', message } }, 400),
  usage: { ...COUNTED, prompt_tokens_details: { cached_tokens: 4 } },
});
