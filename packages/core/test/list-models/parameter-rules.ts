/*
 * What each query parameter of GET /models accepts and refuses. Source: contract §3,
 * contract §1.4, §3.3, §3.4, §3.7.
 */

interface Rule {
  readonly parameters: readonly string[];
  readonly good: readonly string[];
  /** Each is a 400. */
  readonly bad: readonly string[];
  /** What the message says is allowed. */
  readonly allowed: readonly string[];
}

const CATEGORIES = [
  'programming',
  'roleplay',
  'marketing',
  'marketing/seo',
  'technology',
  'science',
  'translation',
  'legal',
  'finance',
  'health',
  'trivia',
  'academia',
];

const SORTS = [
  'most-popular',
  'newest',
  'top-weekly',
  'pricing-low-to-high',
  'pricing-high-to-low',
  'context-high-to-low',
  'throughput-high-to-low',
  'latency-low-to-high',
  'intelligence-high-to-low',
  'coding-high-to-low',
  'agentic-high-to-low',
  'design-ranking-elo-high-to-low',
];

const INPUTS = ['text', 'image', 'file', 'audio', 'video'];
const OUTPUTS = [
  'text',
  'image',
  'embeddings',
  'audio',
  'video',
  'rerank',
  'speech',
  'transcription',
];

const NOT_INTEGERS = [
  '1e3',
  '+5',
  ' 5',
  '5 ',
  '0x10',
  '5.0',
  '5.5',
  '-1',
  '-0',
  'five',
  '５',
  '1,000',
];
const NOT_NUMBERS = [
  '1e3',
  '+5',
  ' 5',
  '0x10',
  '-1',
  '-0.1',
  'five',
  '1,5',
  '.5',
  '5.',
  'NaN',
  'Infinity',
];
const TOO_LARGE = ['9007199254740992', '9'.repeat(60)];

const RULES: readonly Rule[] = [
  {
    parameters: ['offset'],
    good: ['0', '1', '007', '9007199254740991'],
    bad: [...NOT_INTEGERS, ...TOO_LARGE],
    allowed: ['0'],
  },
  {
    parameters: ['limit'],
    good: ['1', '500', '1000'],
    bad: [...NOT_INTEGERS, ...TOO_LARGE, '0', '1001', '', 'null'],
    allowed: ['1', '1000'],
  },
  {
    parameters: ['context'],
    good: ['1', '8192', '9007199254740991'],
    bad: [...NOT_INTEGERS, ...TOO_LARGE, '0', '', 'null'],
    allowed: ['1'],
  },
  {
    parameters: ['min_age_days', 'max_age_days'],
    good: ['0', '1', '9007199254740991'],
    bad: [...NOT_INTEGERS, ...TOO_LARGE],
    allowed: ['0'],
  },
  {
    parameters: [
      'min_price',
      'max_price',
      'min_output_price',
      'max_output_price',
      'min_intelligence_index',
      'max_intelligence_index',
      'min_coding_index',
      'max_coding_index',
      'min_agentic_index',
      'max_agentic_index',
    ],
    good: ['0', '0.000001', '3', '3.50', '9007199254740991'],
    bad: [...NOT_NUMBERS, ...TOO_LARGE],
    allowed: ['0'],
  },
  {
    parameters: ['min_tool_success_rate', 'max_tool_success_rate'],
    good: ['0', '0.5', '1', '1.0'],
    bad: [...NOT_NUMBERS, '1.01', '2'],
    allowed: ['0', '1'],
  },
  {
    parameters: ['category'],
    good: CATEGORIES,
    bad: ['Programming', 'cooking', 'programming,legal', '', 'null', 'constructor'],
    allowed: CATEGORIES,
  },
  {
    parameters: ['sort'],
    good: SORTS,
    bad: ['Newest', 'price', 'newest ', '', 'null', 'design-arena-elo-high-to-low', '__proto__'],
    allowed: SORTS,
  },
  {
    parameters: ['output_modalities'],
    good: [...OUTPUTS, 'all', OUTPUTS.join(','), 'IMAGE, Text', 'text,,', ',', '', 'all,text'],
    bad: ['file', 'null', 'text,smell', 'text image'],
    allowed: [...OUTPUTS, 'all'],
  },
  {
    parameters: ['input_modalities'],
    good: [...INPUTS, INPUTS.join(','), 'IMAGE, Text', 'text,,', ',', ''],
    bad: ['all', 'embeddings', 'null', 'text,smell'],
    allowed: INPUTS,
  },
  {
    parameters: ['supported_parameters', 'model_authors', 'providers'],
    good: ['tools', 'tools,seed', ' tools , seed ', 'anything-at-all', ',', '', 'null'],
    bad: [],
    allowed: [],
  },
  {
    parameters: ['use_rss', 'use_rss_chat_links'],
    good: ['true', 'false', '1', '0'],
    bad: ['yes', 'TRUE', '2', '', 'null'],
    allowed: ['true', 'false', '1', '0'],
  },
  {
    parameters: ['distillable'],
    good: ['true', 'false'],
    bad: ['1', '0', 'True', '', 'null'],
    allowed: ['true', 'false'],
  },
  {
    parameters: ['zdr'],
    good: ['true'],
    bad: ['false', '1', 'TRUE', '', 'null'],
    allowed: ['true'],
  },
  { parameters: ['region'], good: ['eu'], bad: ['us', 'EU', 'eu,us', '', 'null'], allowed: ['eu'] },
  {
    parameters: ['q'],
    good: ['', 'acme', 'null', '日本', 'x'.repeat(200), '😀'.repeat(200)],
    bad: ['x'.repeat(201)],
    allowed: ['200'],
  },
  { parameters: ['client_version'], good: ['', '0.169.0', 'x'], bad: [], allowed: [] },
  { parameters: ['arch'], good: ['', 'llama', 'null', 'no such family'], bad: [], allowed: [] },
];

/** The rules, a parameter each. */
export const everyParameter = RULES.flatMap(({ parameters, ...rule }) =>
  parameters.map((parameter) => ({ parameter, ...rule })),
);
