import type { Model } from '@model-gateway/core';
import type { AuthorSlug } from './authors.ts';

/**
 * How a vendor sells: which prices it names, which parameters it takes, what it discloses. In the
 * August 2026 catalog these go together by vendor far more than they vary by model.
 *
 * - `flagship`: closed, moderated, fixed sampling once a model reasons, higher prices for long prompts
 * - `assistant`: closed, prompt caching with a price for writes and for one-hour writes
 * - `multimodal`: closed, reads five modalities and prices several of them apart
 * - `cloud`: closed, one vendor each, everything in between
 * - `open`: published weights, served by several hosts, every sampling parameter
 * - `community`: fine-tunes of published weights, small, cheap output, no tools
 */
export type House = 'flagship' | 'assistant' | 'multimodal' | 'cloud' | 'open' | 'community';

/** The purpose of a tier, where that changes its listing. */
export type Focus =
  | 'general'
  | 'chat'
  | 'code'
  | 'drawing'
  | 'guard'
  | 'roleplay'
  | 'search'
  | 'thinking'
  | 'vision'
  | 'voice';

export interface Tier {
  /** Part of the id; empty for the family's plain model. */
  readonly slug: string;
  readonly name: string;
  /** 0 is the smallest model on the market, 1 the largest. */
  readonly size: number;
  readonly focus: Focus;
  /** Labels of the first and the last generation that have it; by default all do. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Labels of the generations that have it, where those are not in a row. */
  readonly in: readonly string[] | undefined;
  /** The form in which its id and name say when it was released; by default they do not. */
  readonly stamp: Stamp | undefined;
  /** What follows the id after a colon, and the name in brackets. */
  readonly variant: string | undefined;
  /** What it is called first, before its systematic name in brackets. */
  readonly nickname: string | undefined;
}

/** `2025-07-28`, `2507`, `0728`, `07-28` and `07-2025`. */
export type Stamp = 'iso' | 'month' | 'day' | 'month-day' | 'month-year';

/** Label and age in months at the reference date, oldest first: `['4.1', 26]`. */
export type Generation = readonly [label: string, monthsOld: number];

type Architecture = Model['architecture'];

export interface Family {
  readonly author: AuthorSlug;
  readonly slug: string;
  readonly name: string;
  readonly house: House;
  readonly tokenizer: NonNullable<Architecture['tokenizer']>;
  readonly instructType?: NonNullable<Architecture['instruct_type']>;
  readonly generations: readonly Generation[];
  readonly tiers: readonly Tier[];
  /** `spaced` (the default) gives quill-2-mini, `fused` quill2-mini, `tier-first` quill-mini-2. */
  readonly naming?: 'spaced' | 'fused' | 'tier-first';
  /** How its name is written: `Quill 2 Mini` (the default), `Quill-2-Mini` or `quill-2-mini`. */
  readonly written?: 'spaced' | 'dashed' | 'as the id';
  /** Reasoning of all members; by default it comes with a generation, or never did. */
  readonly reasons?: 'always' | 'never';
  /** Slugs of the tiers whose weights its vendor keeps, though it is of a kind that publishes them. */
  readonly keeps?: RegExp;
  /** The unit that models that draw charge for; an image by default. */
  readonly charges?: 'image' | 'token' | 'megapixel';
}

/** Generations by label, with their ages in months; the order is by age. */
export function releases(monthsOld: Readonly<Record<string, number>>): readonly Generation[] {
  return Object.entries(monthsOld).sort(([, one], [, other]) => other - one);
}

interface TierOptions {
  readonly focus?: Focus;
  readonly since?: string;
  readonly until?: string;
  readonly in?: readonly string[];
  readonly stamp?: Stamp;
  readonly variant?: string;
  readonly nickname?: string;
  /** Where the slug does not say it: `8b-it` is "8B". */
  readonly name?: string;
}

export function tier(slug: string, size: number, options: TierOptions = {}): Tier {
  const { focus = 'general', since, until, stamp, variant, nickname } = options;
  const { name = titleOf(slug) } = options;
  return { slug, name, size, focus, since, until, in: options.in, stamp, variant, nickname };
}

/** The tier of a family that has only one. */
export function only(size: number, focus: Focus = 'general'): readonly Tier[] {
  return [tier('', size, { focus })];
}

/** `30b-a3b-thinking` → `30B A3B Thinking`, `8x22b` → `8x22B`, `hd` → `HD` */
function titleOf(slug: string): string {
  return slug
    .split('-')
    .map((word) =>
      /\d|^(vl?|hd|xs|ui|rp|fp)$/.test(word)
        ? word.toUpperCase().replace(/(?<=\d)X(?=\d)/, 'x')
        : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
