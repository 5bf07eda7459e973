import type { Modalities } from '../architecture.ts';
import type { Draws } from '../draws.ts';
import type { Focus } from '../families/family.ts';
import type { Product } from '../product.ts';
import type { Traits } from './traits.ts';

const PURPOSES: Readonly<Record<Focus, readonly string[]>> = {
  general: [
    'everyday assistance and long documents',
    'instruction following, summarising and extraction',
    'multi-step work with tools',
    'knowledge work in many languages',
  ],
  chat: ['natural conversation at low latency', 'chat products that need a steady tone'],
  code: ['software engineering in large repositories', 'code completion, review and refactoring'],
  drawing: ['drawing and editing pictures in conversation', 'illustrations with legible text'],
  guard: ['judging whether prompts and answers are safe'],
  roleplay: ['fiction, characters and long scenes', 'storytelling with a consistent voice'],
  search: ['questions whose answers are on the web', 'research with cited sources'],
  thinking: ['mathematics, science and hard reasoning', 'problems that reward a long think'],
  vision: ['documents, charts and screenshots', 'understanding images and video'],
  voice: ['spoken conversation'],
};

const ADVANCES = [
  'with lower latency',
  'with fewer refusals',
  'with better tool use',
  'and writes more plainly',
];

const READING: Readonly<Record<string, string>> = { image: 'images', file: 'files' };

/** One or two plausible sentences; what they say of the model is true of its listing. */
export function descriptionOf(
  traits: Traits,
  { inputs }: Modalities,
  contextLength: number,
  index: number,
  draws: Draws,
): string {
  const { product, reasons, open } = traits;
  const faker = draws('description', index);
  const purpose = faker.helpers.arrayElement(PURPOSES[product.tier.focus]);
  const what = `${product.name} is ${kindOf(product.tier.size, open)} by ${product.author.name}`;
  const predecessor = predecessorOf(product);
  const more = faker.helpers.arrayElement([
    ` It takes ${listed(inputs)} and up to ${thousands(contextLength)} tokens of context.`,
    reasons ? ' It reasons before it answers.' : ' It answers without a reasoning phase.',
    predecessor && ` It follows ${predecessor} ${faker.helpers.arrayElement(ADVANCES)}.`,
    '',
  ]);
  return `${what} for ${purpose}.${more}`;
}

/** `Sextant 5.5`; empty for a family's first generation. */
function predecessorOf({ family, key: [, position] }: Product): string {
  const [label] = family.generations[position - 1] ?? [];
  return label === undefined ? '' : `${family.name} ${label}`;
}

function kindOf(size: number, open: boolean): string {
  const scale = size < 0.25 ? 'a small' : size < 0.6 ? 'a mid-sized' : 'a large';
  return `${scale} ${open ? 'open-weights' : 'proprietary'} model`;
}

function listed(words: readonly string[]): string {
  const names = words.map((word) => READING[word] ?? word);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** 262144 → `262K`, 1048576 → `1M` */
function thousands(tokens: number): string {
  return tokens < 1_000_000 ? `${Math.floor(tokens / 1000)}K` : `${Math.floor(tokens / 1e6)}M`;
}
