import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../architecture.ts';
import { chance, type Draws } from '../draws.ts';
import type { Product } from '../product.ts';
import { ADVANCES, LINKS, PURPOSES, REMARKS, TRAITS } from './sentences.ts';
import type { Traits } from './traits.ts';

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
  const opening = `${product.name} is ${kindOf(product.tier.size, open)} by ${product.author.name} for ${purpose}.`;
  const predecessor = predecessorOf(product);
  const facts = faker.helpers.arrayElement([
    ` It takes ${listed(inputs)} and up to ${thousands(contextLength)} tokens of context.`,
    reasons ? ' It reasons before it answers.' : ' It answers without a reasoning phase.',
    predecessor && ` It follows ${predecessor} ${faker.helpers.arrayElement(ADVANCES)}.`,
    '',
  ]);
  return [opening + facts, ...paragraphs(product, faker)].join('\n\n');
}

/** Observed on model cards: half are a sentence or two, the others add paragraphs and lists. */
function paragraphs({ authorSlug, slug }: Product, faker: Faker): readonly string[] {
  if (chance(faker, 0.45)) return [];
  const remarks = faker.helpers.arrayElements(REMARKS, { min: 0, max: 3 });
  const items = chance(faker, 0.5) ? faker.helpers.arrayElements(TRAITS, { min: 2, max: 4 }) : [];
  const links = chance(faker, 0.6) ? faker.helpers.arrayElements(LINKS, 1) : [];
  return [
    ...remarks,
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item}`).join('\n')]),
    ...links.map((link) => link.replace('{author}', authorSlug).replace('{slug}', slug)),
  ];
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
