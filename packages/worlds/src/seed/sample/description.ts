import type { Faker } from '@faker-js/faker';
import { chance, type Draws } from '../draws/draws.ts';
import texts from '../data/texts.json' with { type: 'json' };
import type { Product } from './product.ts';

/** Longer descriptions than this are cut at a paragraph. */
const LONGEST = 1200;
/** Made for one thing, which their purpose says. */
const WITHOUT_USES: readonly string[] = ['drawing', 'guard', 'roleplay', 'voice'];
const READING: Readonly<Record<string, string>> = { image: 'images', file: 'files' };

/**
 * Returns a description as model cards have them: one sentence, or up to some paragraphs with
 * emphasis, lists and links in Markdown. Its statements about the model are true of its listing.
 */
export function descriptionOf(product: Product, index: number, draws: Draws): string {
  const faker = draws('description', index);
  const { outputs = 'text' } = product.prototype;
  const parts = outputs.includes('text') ? ofText(product, faker) : ofMedia(product, faker);
  const fits = parts.filter(
    (_, position) => parts.slice(0, position + 1).join('\n\n').length <= LONGEST,
  );
  return fits.join('\n\n');
}

function ofMedia({ prototype: { outputs }, name, line }: Product, faker: Faker): readonly string[] {
  // The texts have a list for each kind that puts out no text.
  const kind = outputs as keyof typeof texts.mediaRemarks;
  const purpose = faker.helpers.arrayElement(texts.purposes[kind]);
  const remarks = faker.helpers.arrayElements(texts.mediaRemarks[kind], { min: 0, max: 2 });
  return [`${plain(name)} is a model by ${line.vendor.name} for ${purpose}.`, ...remarks];
}

function ofText(product: Product, faker: Faker): readonly string[] {
  const { prototype, line, focus, size } = product;
  const name = plain(product.name);
  const vendor = line.vendor.name;
  const purpose = faker.helpers.arrayElement(texts.purposes[focus]);
  const scale = size < 0.25 ? 'a small' : size < 0.6 ? 'a mid-sized' : 'a large';
  const kind = `${scale} ${prototype.hub === true ? 'open-weights' : 'proprietary'} model`;
  const opening = faker.helpers.arrayElement([
    `${name} is ${kind} by ${vendor} for ${purpose}.`,
    `${vendor} made ${name}, ${kind}, for ${purpose}.`,
    `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} for ${purpose}, by ${vendor}.`,
    `${name} was built for ${purpose}: ${kind} by ${vendor}.`,
  ]);
  const fact = faker.helpers.arrayElement([
    ` It takes ${listed(prototype.inputs ?? 'text')} and up to ${thousands(prototype.context ?? 0)} tokens of context.`,
    prototype.reasoning === undefined
      ? ' It answers without a reasoning phase.'
      : ' It reasons before it answers.',
    '',
  ]);
  return [opening + fact, ...paragraphs(product, faker)];
}

/** Observed on model cards: half are a sentence or two, the others add paragraphs and lists. */
function paragraphs({ id, focus }: Product, faker: Faker): readonly string[] {
  if (chance(faker, 0.35)) return [];
  const [author = '', slug = ''] = id.replace(':', '-').split('/');
  const remarks = faker.helpers.arrayElements(texts.remarks, { min: 0, max: 3 });
  const hasUse = chance(faker, 0.7) && !WITHOUT_USES.includes(focus);
  const uses = hasUse ? faker.helpers.arrayElements(texts.uses, { min: 1, max: 2 }) : [];
  const hasList = chance(faker, 0.45);
  const items = hasList ? faker.helpers.arrayElements(texts.traits, { min: 2, max: 4 }) : [];
  const links = chance(faker, 0.55) ? faker.helpers.arrayElements(texts.links, 1) : [];
  return [
    ...remarks,
    ...uses,
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item}`).join('\n')]),
    ...links.map((link) => link.replaceAll('{author}', author).replaceAll('{slug}', slug)),
  ];
}

/** Without its vendor. */
function plain(name: string): string {
  return name.replace(/^[^:]*: /, '').trim();
}

function listed(inputs: string): string {
  const names = inputs.split('+').map((word) => READING[word] ?? word);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** 262144 → `262K`, 1048576 → `1M` */
function thousands(tokens: number): string {
  return tokens < 1_000_000 ? `${Math.floor(tokens / 1000)}K` : `${Math.floor(tokens / 1e6)}M`;
}
