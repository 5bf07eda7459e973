import type { ChatParameter, ChatReasoning } from '@model-gateway/core/chat';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { pricesPerMillion } from '../chat/prices-per-million.ts';

const FACTS = { source: 'platform.claude.com, models and pricing', asOf: '2026-11-26' } as const;

type Efforts = NonNullable<ChatReasoning['efforts']>;

const EFFORTS: Efforts = ['max', 'xhigh', 'high', 'medium', 'low'];
const WITHOUT_XHIGH: Efforts = ['max', 'high', 'medium', 'low'];

const COMMON: readonly ChatParameter[] = [
  'stop',
  'tools',
  'parallel_tool_calls',
  'structured_outputs',
  'reasoning',
];
/** Models that always think first cannot be made to call a tool. */
const FORCED: readonly ChatParameter[] = [...COMMON, 'tool_choice'];
/** Only the older version of the interface has these. */
const SAMPLED: readonly ChatParameter[] = [...FORCED, 'temperature', 'top_p', 'top_k'];

/** What clients such as Claude Code ask for that changes neither prices nor what is kept. */
const BETAS = [
  'interleaved-thinking-2025-05-14',
  'context-management-2025-06-27',
  'fine-grained-tool-streaming-2025-05-14',
  'extended-cache-ttl-2025-04-11',
];

interface Listed {
  readonly prompt: number;
  readonly completion: number;
  readonly read: number;
  /** For five minutes, and for an hour. */
  readonly writes: readonly [number, number];
  readonly released?: string;
  readonly parameters: readonly ChatParameter[];
  readonly reasoning: ChatReasoning;
  readonly context?: number;
  readonly maxOutput?: number;
  readonly uncertainPrice?: string;
  /** How its name ends at other vendors, for those that have it. */
  readonly ends?: Readonly<Partial<Record<Reseller, string>>>;
}

/** A vendor that has Anthropic's models beside Anthropic itself. */
type Reseller = 'bedrock' | 'vertex';

/** Of a model whose name is the same everywhere. */
const EVERYWHERE = { bedrock: '', vertex: '' };

/** What models of one tier have cost, and what the older ones can do. */
const OPUS = { prompt: 5, completion: 25, read: 0.5, writes: [6.25, 10] } as const;
const SONNET = { prompt: 3, completion: 15, read: 0.3, writes: [3.75, 6] } as const;
const SMALLER = { context: 200_000, maxOutput: 64_000, parameters: SAMPLED, reasoning: {} };

interface Claude extends ChatRow {
  readonly ends: NonNullable<Listed['ends']>;
}

function claude(upstream: string, name: string, listed: Listed): Claude {
  const { prompt, completion, read, writes, context = 1_000_000, maxOutput = 128_000 } = listed;
  const [write, writeHour] = writes;
  const { released, parameters, reasoning, uncertainPrice, ends = {} } = listed;
  const pricing = pricesPerMillion({ prompt, completion, read, write, writeHour });
  return {
    ...FACTS,
    name: `Anthropic: ${name}`,
    upstream,
    ...(released !== undefined && { released }),
    context,
    maxOutput,
    inputs: ['text', 'image', 'file'],
    parameters,
    reasoning,
    betas: BETAS,
    passthrough: ['cache_control', 'context_management', 'service_tier'],
    pricing: { ...pricing, web_search: '0.01' },
    ...(uncertainPrice !== undefined && { uncertainPrice }),
    ends,
  };
}

const HAIKU_5_5 = claude('claude-haiku-5-5', 'Claude Haiku 5.5', {
  prompt: 0.1,
  completion: 0.5,
  read: 0.01,
  writes: [0.125, 0.2],
  parameters: FORCED,
  reasoning: { efforts: EFFORTS },
  released: '2026-10-07',
});

/** Anthropic's language models, and who else has them. */
const CLAUDE: Readonly<Record<string, Claude>> = {
  'anthropic/claude-fable-5.2': claude('claude-fable-5-2', 'Claude Fable 5.2', {
    prompt: 8,
    completion: 40,
    read: 0.2,
    writes: [10, 16],
    parameters: COMMON,
    reasoning: { isMandatory: true, efforts: EFFORTS },
    released: '2026-11-09',
    uncertainPrice: 'from a secondary source, those of its cache inferred from its predecessor',
  }),
  'anthropic/claude-fable-5.1': claude('claude-fable-5-1', 'Claude Fable 5.1', {
    prompt: 10,
    completion: 50,
    read: 0.25,
    writes: [12.5, 20],
    parameters: COMMON,
    reasoning: { isMandatory: true, efforts: EFFORTS },
    released: '2026-09-01',
  }),
  'anthropic/claude-opus-5.5': claude('claude-opus-5-5', 'Claude Opus 5.5', {
    prompt: 4,
    completion: 20,
    read: 0.2,
    writes: [5, 8],
    parameters: COMMON,
    reasoning: { isMandatory: true, efforts: EFFORTS },
    released: '2026-09-22',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-sonnet-5.5': claude('claude-sonnet-5-5', 'Claude Sonnet 5.5', {
    prompt: 2,
    completion: 10,
    read: 0.1,
    writes: [2.5, 4],
    parameters: COMMON,
    reasoning: { efforts: EFFORTS },
    ends: EVERYWHERE,
  }),
  'anthropic/claude-haiku-5.5': {
    ...HAIKU_5_5,
    pricing: {
      ...HAIKU_5_5.pricing,
      ...pricesPerMillion(
        { prompt: 0.1, completion: 0.5, read: 0.01, write: 0.125, writeHour: 0.2 },
        { tokens: 100_000, prompt: 0.5, completion: 2.5, read: 0.05, write: 0.625, writeHour: 1 },
      ),
    },
  },
  'anthropic/claude-opus-5': claude('claude-opus-5', 'Claude Opus 5', {
    ...OPUS,
    parameters: FORCED,
    reasoning: { efforts: EFFORTS },
    released: '2026-07-24',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-sonnet-5': claude('claude-sonnet-5', 'Claude Sonnet 5', {
    prompt: 2,
    completion: 10,
    read: 0.2,
    writes: [2.5, 4],
    parameters: FORCED,
    reasoning: { efforts: EFFORTS },
    released: '2026-06-30',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-fable-5': claude('claude-fable-5', 'Claude Fable 5', {
    prompt: 10,
    completion: 50,
    read: 1,
    writes: [12.5, 20],
    parameters: FORCED,
    reasoning: { isMandatory: true, efforts: EFFORTS },
    released: '2026-06-09',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-opus-4.8': claude('claude-opus-4-8', 'Claude Opus 4.8', {
    ...OPUS,
    parameters: FORCED,
    reasoning: { efforts: EFFORTS },
    released: '2026-05-27',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-opus-4.7': claude('claude-opus-4-7', 'Claude Opus 4.7', {
    ...OPUS,
    parameters: FORCED,
    reasoning: { efforts: EFFORTS },
    released: '2026-04-16',
    ends: EVERYWHERE,
  }),
  'anthropic/claude-opus-4.6': claude('claude-opus-4-6', 'Claude Opus 4.6', {
    ...OPUS,
    parameters: SAMPLED,
    reasoning: { efforts: WITHOUT_XHIGH },
    released: '2026-02-04',
    ends: { bedrock: '-v1', vertex: '' },
  }),
  'anthropic/claude-sonnet-4.6': claude('claude-sonnet-4-6', 'Claude Sonnet 4.6', {
    ...SONNET,
    parameters: SAMPLED,
    reasoning: { efforts: WITHOUT_XHIGH },
    released: '2026-02-17',
    ends: { bedrock: '-v1', vertex: '' },
  }),
  'anthropic/claude-opus-4.5': claude('claude-opus-4-5', 'Claude Opus 4.5', {
    ...OPUS,
    ...SMALLER,
    released: '2025-11-24',
    ends: { bedrock: '-20251101-v1:0', vertex: '@20251101' },
  }),
  'anthropic/claude-haiku-4.5': claude('claude-haiku-4-5', 'Claude Haiku 4.5', {
    prompt: 1,
    completion: 5,
    read: 0.1,
    writes: [1.25, 2],
    ...SMALLER,
    released: '2025-10-15',
    ends: { bedrock: '-20251001-v1:0', vertex: '@20251001' },
  }),
  'anthropic/claude-sonnet-4.5': claude('claude-sonnet-4-5', 'Claude Sonnet 4.5', {
    ...SONNET,
    ...SMALLER,
    released: '2025-09-29',
    ends: { bedrock: '-20250929-v1:0', vertex: '@20250929' },
  }),
};

/** What Anthropic's language models can do and cost. */
export const ANTHROPIC_MODELS: ChatTable = Object.fromEntries(
  Object.entries(CLAUDE).map(([id, known]) => {
    const { ends: _, ...row } = known;
    return [id, row];
  }),
);

/** Returns those that another vendor has, under its names; `change` says what else differs there. */
export function claudeAt(vendor: Reseller, change: (row: ChatRow) => ChatRow): ChatTable {
  return Object.fromEntries(
    Object.entries(CLAUDE).flatMap(([id, { ends, ...row }]) => {
      const end = ends[vendor];
      return end === undefined ? [] : [[id, change({ ...row, upstream: row.upstream + end })]];
    }),
  );
}
