import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { ChatParameter, ChatReasoning } from '@model-gateway/core/chat';
import type { ChatRow, ChatTable } from '../chat/chat-model.ts';
import { usd, usdUpTo } from '../chat/usd.ts';

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

/** A vendor that has Anthropic's models beside Anthropic itself. */
type Reseller = 'bedrock' | 'vertex';

/** How the name of a model ends at other vendors, for those that have it. */
type Ends = Readonly<Partial<Record<Reseller, string>>>;

interface Claude extends ChatRow {
  readonly ends: Ends;
}

/** Of a model whose name is the same everywhere. */
const EVERYWHERE = { bedrock: '', vertex: '' };
const V1 = { bedrock: '-v1', vertex: '' };

function on(day: string): Ends {
  return { bedrock: `-${day}-v1:0`, vertex: `@${day}` };
}

/** Written to the cache, tokens cost a quarter more, and twice as much to be kept for an hour. */
function cached(prompt: number, completion: number, read: number, price = usd): Pricing {
  return price(prompt, completion, read, { write: prompt * 1.25, writeHour: prompt * 2 });
}

type Abilities = Partial<ChatRow> & Pick<ChatRow, 'parameters' | 'reasoning'>;

const ALWAYS = { parameters: COMMON, reasoning: { isMandatory: true, efforts: EFFORTS } };
const FREE = { parameters: FORCED, reasoning: { efforts: EFFORTS } };
const UP_TO_HIGH = { parameters: SAMPLED, reasoning: { efforts: WITHOUT_XHIGH } };
const SMALLER = { context: 200_000, maxOutput: 64_000, parameters: SAMPLED, reasoning: {} };

/** What models of one tier have cost. */
const OPUS = cached(5, 25, 0.5);
const SONNET = cached(3, 15, 0.3);

type Listed = readonly [
  name: string,
  released: string | undefined,
  abilities: Abilities,
  pricing: Pricing,
  ends: Ends,
];

/** Anthropic's language models, and who else has them. */
const LISTED: readonly Listed[] = [
  [
    'Fable 5.2',
    '2026-11-09',
    {
      ...ALWAYS,
      uncertainPrice: 'from a secondary source, those of its cache inferred from its predecessor',
    },
    cached(8, 40, 0.2),
    {},
  ],
  ['Fable 5.1', '2026-09-01', ALWAYS, cached(10, 50, 0.25), {}],
  ['Opus 5.5', '2026-09-22', ALWAYS, cached(4, 20, 0.2), EVERYWHERE],
  [
    'Sonnet 5.5',
    undefined,
    { ...ALWAYS, reasoning: { efforts: EFFORTS } },
    cached(2, 10, 0.1),
    EVERYWHERE,
  ],
  [
    'Haiku 5.5',
    '2026-10-07',
    FREE,
    cached(0.1, 0.5, 0.01, usdUpTo(100_000, { prompt: 5, completion: 5 })),
    {},
  ],
  ['Opus 5', '2026-07-24', FREE, OPUS, EVERYWHERE],
  ['Sonnet 5', '2026-06-30', FREE, cached(2, 10, 0.2), EVERYWHERE],
  ['Fable 5', '2026-06-09', { ...ALWAYS, parameters: FORCED }, cached(10, 50, 1), EVERYWHERE],
  ['Opus 4.8', '2026-05-27', FREE, OPUS, EVERYWHERE],
  ['Opus 4.7', '2026-04-16', FREE, OPUS, EVERYWHERE],
  ['Opus 4.6', '2026-02-04', UP_TO_HIGH, OPUS, V1],
  ['Sonnet 4.6', '2026-02-17', UP_TO_HIGH, SONNET, V1],
  ['Opus 4.5', '2025-11-24', SMALLER, OPUS, on('20251101')],
  ['Haiku 4.5', '2025-10-15', SMALLER, cached(1, 5, 0.1), on('20251001')],
  ['Sonnet 4.5', '2025-09-29', SMALLER, SONNET, on('20250929')],
];

const CLAUDE: readonly (readonly [id: string, Claude])[] = LISTED.map(
  ([name, released, abilities, pricing, ends]) => {
    const id = `claude-${name.toLowerCase().replace(' ', '-')}`;
    const row = {
      source: 'platform.claude.com, models and pricing',
      asOf: '2026-11-26',
      name: `Anthropic: Claude ${name}`,
      upstream: id.replace('.', '-'),
      ...present({ released }),
      context: 1_000_000,
      maxOutput: 128_000,
      inputs: ['text', 'image', 'file'],
      betas: BETAS,
      passthrough: ['cache_control', 'context_management', 'service_tier'],
      ...abilities,
      pricing: { ...pricing, web_search: '0.01' },
      ends,
    } as const;
    return [`anthropic/${id}`, row];
  },
);

/** What Anthropic's language models can do and cost. */
export const ANTHROPIC_MODELS: ChatTable = Object.fromEntries(
  CLAUDE.map(([id, known]) => {
    const { ends: _, ...row } = known;
    return [id, row];
  }),
);

/** Returns those that another vendor has, under its names; `change` says what else differs there. */
export function claudeAt(vendor: Reseller, change: (row: ChatRow) => ChatRow): ChatTable {
  return Object.fromEntries(
    CLAUDE.flatMap(([id, { ends, ...row }]) => {
      const end = ends[vendor];
      return end === undefined ? [] : [[id, change({ ...row, upstream: row.upstream + end })]];
    }),
  );
}
