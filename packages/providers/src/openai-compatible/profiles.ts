import { present } from '@model-gateway/core/kit';
import type { ChatParameter } from '@model-gateway/core/chat';
import type { ChatAbilities, ChatTable, ChatTraits } from '../chat/chat-model.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { NINE } from '../wires/common/nine-ids.ts';
import { fetchesButFiles } from '../wires/openai-chat/fetches.ts';
import type { OpenAiChatRules } from '../wires/openai-chat/openai-chat.ts';
import { XAI_CHAT_MODELS } from '../xai/chat-models.ts';
import { XAI_RULES } from '../xai/chat.ts';
import { XAI_FAILURES } from '../xai/failures.ts';
import { DEEPSEEK_MODELS, MISTRAL_MODELS } from './models.ts';

/** What is particular to a vendor or a server that imitates OpenAI. */
export interface ChatProfile extends OpenAiChatRules {
  readonly name: string;
  readonly baseUrl: string;
  /** Models whose prices are known. */
  readonly models?: ChatTable;
  /** What its models obey, unless an entry says otherwise. */
  readonly parameters: readonly ChatParameter[];
  /** The most texts of `stop`, where its documents say. */
  readonly maxStops?: number;
  /** Whether messages may have a `name`; true by default. */
  readonly names?: boolean;
  /** Whether it fetches images; true by default. */
  readonly fetchesImages?: boolean;
  readonly failures?: readonly FailureRule[];
}

const COMMON: readonly ChatParameter[] = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'stop',
  'tools',
  'response_format',
  'structured_outputs',
];
const TOOLS: readonly ChatParameter[] = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'structured_outputs',
];
const ALL: readonly ChatParameter[] = [...COMMON, 'tool_choice', 'parallel_tool_calls'];
const LOCAL: readonly ChatParameter[] = [
  ...ALL,
  'top_k',
  'min_p',
  'repetition_penalty',
  'logprobs',
];

const PROFILES = {
  deepseek: {
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    models: DEEPSEEK_MODELS,
    parameters: [
      'temperature',
      'top_p',
      'stop',
      'tools',
      'tool_choice',
      'response_format',
      'logprobs',
    ],
    maxStops: 16,
    // With tools it refuses a history without its reasoning.
    request: {
      system: 'system',
      maxTokens: 'max_tokens',
      reasoning: 'thinking',
      replay: 'reasoning_content',
      user: false,
    },
  },
  groq: {
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    parameters: ALL,
    maxStops: 4,
    request: { system: 'system', replay: 'reasoning' },
  },
  mistral: {
    name: 'Mistral AI',
    baseUrl: 'https://api.mistral.ai/v1',
    models: MISTRAL_MODELS,
    parameters: ALL,
    // Members that it does not know are refused.
    names: false,
    request: {
      system: 'system',
      maxTokens: 'max_tokens',
      seed: 'random_seed',
      streamOptions: false,
      user: false,
      callIds: NINE,
      emptyTurns: false,
    },
  },
  xai: {
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    models: XAI_CHAT_MODELS,
    parameters: [
      'temperature',
      'top_p',
      'seed',
      'tools',
      'tool_choice',
      'response_format',
      'structured_outputs',
    ],
    failures: XAI_FAILURES,
    ...XAI_RULES,
  },
  ollama: {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    parameters: COMMON,
    request: { system: 'system', maxTokens: 'max_tokens', user: false },
    fetchesImages: false,
    answer: { isMarkEnough: true },
  },
  together: {
    name: 'Together AI',
    baseUrl: 'https://api.together.ai/v1',
    parameters: [...COMMON, 'tool_choice', 'top_k', 'min_p', 'repetition_penalty', 'logit_bias'],
    request: { system: 'system', maxTokens: 'max_tokens', replay: 'reasoning', user: false },
  },
  fireworks: {
    name: 'Fireworks AI',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    parameters: [...ALL, 'top_k', 'min_p', 'repetition_penalty', 'logprobs', 'logit_bias'],
    request: { system: 'system', maxTokens: 'max_tokens', replay: 'reasoning_content' },
  },
  perplexity: {
    name: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    names: false,
    // It searches by itself, and calls no tools of others.
    parameters: [
      'temperature',
      'top_p',
      'top_k',
      'frequency_penalty',
      'presence_penalty',
      'response_format',
      'structured_outputs',
    ],
    request: {
      system: 'system',
      maxTokens: 'max_tokens',
      streamOptions: false,
      user: false,
      alternates: true,
      namesSchemas: false,
    },
    answer: { addsReasoning: 'always' },
  },
  cerebras: {
    name: 'Cerebras',
    baseUrl: 'https://api.cerebras.ai/v1',
    parameters: ['temperature', 'top_p', 'seed', 'stop', 'logprobs', ...TOOLS],
    maxStops: 4,
    request: { system: 'system', replay: 'reasoning' },
  },
  moonshot: {
    name: 'Moonshot AI',
    baseUrl: 'https://api.moonshot.ai/v1',
    // Its models decide about sampling, and about calls.
    parameters: ['stop', 'tools', 'response_format', 'structured_outputs'],
    maxStops: 5,
    fetchesImages: false,
    request: {
      system: 'system',
      replay: 'reasoning_content',
      user: false,
      schemas: 'type-within-any-of',
    },
  },
  qwen: {
    name: 'Alibaba Cloud Model Studio',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    parameters: [
      'temperature',
      'top_p',
      'top_k',
      'presence_penalty',
      'seed',
      'stop',
      'logprobs',
      ...TOOLS,
    ],
    // Models that think answer in streams only.
    request: {
      system: 'system',
      maxTokens: 'max_tokens',
      reasoning: 'enable_thinking',
      user: false,
      cacheMarks: true,
      alwaysStreams: true,
    },
  },
  zai: {
    name: 'Z.AI',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    // A call cannot be forced.
    parameters: ['temperature', 'top_p', 'stop', 'tools', 'response_format'],
    maxStops: 1,
    request: {
      system: 'system',
      maxTokens: 'max_tokens',
      reasoning: 'thinking_type',
      replay: 'reasoning_content',
      user: false,
    },
  },
  vllm: {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    parameters: LOCAL,
    request: { system: 'system' },
  },
  'llama-cpp': {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    parameters: LOCAL,
    request: { system: 'system', maxTokens: 'max_tokens', user: false },
  },
  voyage: { name: 'Voyage AI', baseUrl: 'https://api.voyageai.com/v1', parameters: [] },
  jina: { name: 'Jina AI', baseUrl: 'https://api.jina.ai/v1', parameters: [] },
} as const satisfies Readonly<Record<string, ChatProfile>>;

/** The name of a profile. */
export type ProfileName = keyof typeof PROFILES;

/** The names of all profiles. */
export const PROFILE_NAMES = Object.keys(PROFILES);

/** Returns a profile; undefined for none, and for a name that is refused later. */
export function profileOf(name: string | undefined): ChatProfile | undefined {
  return PROFILE_NAMES.includes(name ?? '') ? PROFILES[name as ProfileName] : undefined;
}

/** What its interface decides for its models. */
export function traitsOf(profile: ChatProfile | undefined): ChatTraits {
  const { request, names = true, fetchesImages = true } = profile ?? {};
  return {
    cacheMarks: request?.cacheMarks === true,
    names,
    fetches: (media) => fetchesButFiles(media) && (media.kind !== 'image' || fetchesImages),
  };
}

/** What models of a server without a profile obey. */
export function abilitiesOf(profile: ChatProfile | undefined): Partial<ChatAbilities> {
  const { parameters = ALL, maxStops } = profile ?? {};
  return { parameters, ...present({ maxStops }) };
}
