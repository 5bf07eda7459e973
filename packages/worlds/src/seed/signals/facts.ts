import type { Model } from '@model-gateway/core';
import type { Focus } from '../families/family.ts';
import type { MediaKind } from '../families/media-families.ts';
import { monthsOldAt } from '../reference-date.ts';

/** What signals are drawn from: the listing, and what its maker knows beside it. */
export interface SignalFacts {
  readonly model: Model;
  readonly kind: 'text' | MediaKind;
  readonly authorSlug: string;
  /** Who serves it: hosts of open weights, its maker, or the gateway itself. */
  readonly served: 'open' | 'community' | 'closed' | 'gateway';
  readonly focus: Focus;
  /** 0 is the smallest model on the market, 1 the largest. */
  readonly size: number;
  /** On the scale of the intelligence index. */
  readonly intelligence: number;
}

export function monthsOld({ model }: SignalFacts): number {
  return monthsOldAt(model.created);
}

/** Dollars per million prompt tokens; what is free or has no price counts as nearly free. */
export function dollarsPerMillion({ model }: SignalFacts): number {
  return Math.max(Number(model.pricing.prompt) * 1e6, 0.02);
}
