import OpenAI from 'openai';
import {
  startFakeAnthropic,
  startFakeArk,
  startFakeAzure,
  startFakeBedrock,
  startFakeBfl,
  startFakeCerebras,
  startFakeCohere,
  startFakeDeepSeek,
  startFakeFal,
  startFakeFireworks,
  startFakeGemini,
  startFakeGroq,
  startFakeJina,
  startFakeMistral,
  startFakeMoonshot,
  startFakeOllama,
  startFakeOpenAi,
  startFakeOpenAiCompatible,
  startFakePerplexity,
  startFakeQwen,
  startFakeRecraft,
  startFakeReplicate,
  startFakeStability,
  startFakeTogether,
  startFakeTogetherChat,
  startFakeVertex,
  startFakeVoyage,
  startFakeXai,
  startFakeZai,
  type FakeProvider,
} from '@model-gateway/providers/testing';

/** A provider as an operator configures it over its fake. */
export interface FakedKind {
  /** Absent for the demo, which calls nobody. */
  readonly start?: () => Promise<FakeProvider>;
  /** The model that continues a conversation; absent where none does. */
  readonly model?: string;
  /** Its models, where the kind has none of its own. */
  readonly models?: object;
  /** False where nobody can tell it to call a tool: it answers in words. */
  readonly callsTools?: false;
}

/** A model that is in no table. */
const QUILL = {
  model: 'acme/quill',
  models: {
    'acme/quill': { upstream: 'quill', context: 8192, pricing: { prompt: '0', completion: '0' } },
  },
};

/** Every kind of provider of a configuration. */
export const KINDS: Readonly<Record<string, FakedKind>> = {
  gateway: { start: startFakeOpenAiCompatible, ...QUILL },
  openai: { start: startFakeOpenAi, model: 'openai/gpt-5.5' },
  azure: { start: startFakeAzure, model: 'openai/gpt-4.1' },
  anthropic: { start: startFakeAnthropic, model: 'anthropic/claude-opus-5' },
  bedrock: { start: startFakeBedrock, model: 'anthropic/claude-opus-5' },
  'openai-compatible': { start: startFakeOpenAiCompatible, ...QUILL },
  together: { start: startFakeTogether },
  gemini: { start: startFakeGemini, model: 'google/gemini-3.8-flash' },
  vertex: { start: startFakeVertex, model: 'google/gemini-3.8-flash' },
  cohere: { start: startFakeCohere, model: 'cohere/command-a-plus-05-2026' },
  xai: { start: startFakeXai, model: 'x-ai/grok-4.5' },
  ark: { start: startFakeArk },
  bfl: { start: startFakeBfl },
  recraft: { start: startFakeRecraft },
  stability: { start: startFakeStability },
  fal: { start: startFakeFal },
  replicate: { start: startFakeReplicate },
  demo: { model: 'demo/echo' },
};

/** Every profile of the kind `openai-compatible`. */
export const PROFILES: Readonly<Record<string, FakedKind>> = {
  deepseek: { start: startFakeDeepSeek, model: 'deepseek/deepseek-v4-flash' },
  groq: { start: startFakeGroq, ...QUILL },
  mistral: { start: startFakeMistral, model: 'mistralai/mistral-large-2512' },
  xai: { start: startFakeXai, model: 'x-ai/grok-4.3' },
  ollama: { start: startFakeOllama, ...QUILL, callsTools: false },
  together: { start: startFakeTogetherChat, ...QUILL },
  fireworks: { start: startFakeFireworks, ...QUILL },
  perplexity: { start: startFakePerplexity, ...QUILL, callsTools: false },
  cerebras: { start: startFakeCerebras, ...QUILL },
  moonshot: { start: startFakeMoonshot, ...QUILL, callsTools: false },
  qwen: { start: startFakeQwen, ...QUILL },
  zai: { start: startFakeZai, ...QUILL, callsTools: false },
  vllm: { start: startFakeOpenAiCompatible, ...QUILL },
  'llama-cpp': { start: startFakeOpenAiCompatible, ...QUILL },
  voyage: { start: startFakeVoyage },
  jina: { start: startFakeJina },
};

/** One that continues conversations, in a configuration. */
interface Talker extends FakedKind {
  readonly slug: string;
  readonly model: string;
}

/** The providers of both tables that continue conversations, over fakes that the caller closes. */
export async function startTalkers() {
  const rows = [
    ...Object.entries(KINDS).map(([kind, faked]) => ({ entry: { kind, slug: kind }, faked })),
    ...Object.entries(PROFILES).map(([profile, faked]) => ({
      entry: { kind: 'openai-compatible', slug: `profile-${profile}`, profile },
      faked,
    })),
  ];
  const fakes: FakeProvider[] = [];
  const providers: object[] = [];
  const talkers: Talker[] = [];
  for (const { entry, faked } of rows) {
    const { start, model, models } = faked;
    if (model === undefined) continue;
    const fake = await start?.();
    if (fake !== undefined) fakes.push(fake);
    const access = fake && { baseUrl: fake.baseUrl, apiKey: fake.apiKey };
    providers.push({ ...entry, ...access, models: models ?? [model] });
    talkers.push({ ...faked, model, slug: entry.slug });
  }
  return { fakes, providers, talkers };
}

const TOOL = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
} as const;

/**
 * Asks a provider of the server for a tool call, streamed, with OpenAI's own client. Throws when no
 * call comes with its input whole.
 */
export async function expectToolCall(
  { slug, model, callsTools }: Talker,
  access: { readonly baseURL: string; readonly apiKey: string },
): Promise<void> {
  const isAsked = callsTools !== false;
  const client = new OpenAI({ ...access, maxRetries: 0 });
  const ours = { provider: { only: [slug] } };
  const stream = client.chat.completions.stream({
    ...ours,
    model,
    messages: [{ role: 'user', content: 'Weather?' }],
    ...(isAsked && { tools: [TOOL], tool_choice: 'required' as const }),
  });
  const { choices } = await stream.finalChatCompletion();
  const { message, finish_reason: finish } = choices[0] ?? {};
  const call = message?.tool_calls?.[0];
  const isWhole = isAsked
    ? finish === 'tool_calls' && call?.type === 'function' && hasCity(call.function)
    : finish === 'stop' && message?.content === 'You said: Weather?';
  if (!isWhole) throw new Error(`${slug}: expected a tool call, got ${JSON.stringify(choices)}`);
}

function hasCity({ name, arguments: input }: { name: string; arguments: string }): boolean {
  // Whatever a model wrote: only its one member is looked at.
  const { city } = JSON.parse(input) as { readonly city?: unknown };
  return name === TOOL.function.name && typeof city === 'string';
}
