import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../products/architecture.ts';
import { chance, type Draws } from '../draws/draws.ts';
import type { Focus } from '../families/family.ts';
import type { Product } from '../products/product.ts';
import { REMARKS } from './remarks.ts';
import { ADVANCES, LINKS, PURPOSES, TRAITS } from './sentences.ts';
import type { Traits } from './traits.ts';
import { USES } from './uses.ts';

const READING: Readonly<Record<string, string>> = { image: 'images', file: 'files' };

/**
 * Returns a description as model cards have them: one sentence, or up to some paragraphs with
 * emphasis, lists and links in Markdown. Its statements about the model are true of its listing.
 */
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
  const kind = kindOf(product.tier.size, open);
  const { name, author } = product;
  const opening = faker.helpers.arrayElement([
    `${name} is ${kind} by ${author.name} for ${purpose}.`,
    `${author.name} made ${name}, ${kind}, for ${purpose}.`,
    `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} for ${purpose}, by ${author.name}.`,
    `${name} was built for ${purpose}: ${kind} by ${author.name}.`,
  ]);
  const predecessor = predecessorOf(product);
  const facts = faker.helpers.arrayElement([
    ` It takes ${listed(inputs)} and up to ${thousands(contextLength)} tokens of context.`,
    reasons ? ' It reasons before it answers.' : ' It answers without a reasoning phase.',
    predecessor && ` It follows ${predecessor} ${faker.helpers.arrayElement(ADVANCES)}.`,
    '',
  ]);
  return joined([opening + facts, ...paragraphs(product, faker)]);
}

/** As many of the paragraphs as fit. */
function joined(parts: readonly string[]): string {
  const fits = parts.filter(
    (_, position) => parts.slice(0, position + 1).join('\n\n').length <= LONGEST,
  );
  return fits.join('\n\n');
}

/** Longer descriptions than this are cut at a paragraph. */
const LONGEST = 1200;

/** Made for one thing, which their purpose says. */
const WITHOUT_USES: readonly Focus[] = ['drawing', 'guard', 'roleplay', 'voice'];

/** Observed on model cards: half are a sentence or two, the others add paragraphs and lists. */
function paragraphs({ authorSlug, slug, tier }: Product, faker: Faker): readonly string[] {
  if (chance(faker, 0.35)) return [];
  const remarks = faker.helpers.arrayElements(REMARKS, { min: 0, max: 3 });
  const hasUse = chance(faker, 0.7) && !WITHOUT_USES.includes(tier.focus);
  const uses = hasUse ? faker.helpers.arrayElements(USES, { min: 1, max: 2 }) : [];
  const items = chance(faker, 0.45) ? faker.helpers.arrayElements(TRAITS, { min: 2, max: 4 }) : [];
  const links = chance(faker, 0.55) ? faker.helpers.arrayElements(LINKS, 1) : [];
  const name = slug.replace(':', '-');
  return [
    ...remarks,
    ...uses,
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item}`).join('\n')]),
    ...links.map((link) => link.replaceAll('{author}', authorSlug).replaceAll('{slug}', name)),
  ];
}

/** `SXT 5.5`; empty for a family's first generation. */
function predecessorOf({ family, key: [, position] }: Product): string {
  const [label] = family.generations[position - 1] ?? [];
  return label === undefined ? '' : [family.name, label].filter(Boolean).join(' ');
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
