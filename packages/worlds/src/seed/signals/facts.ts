import type { Model } from '@model-gateway/core';
import type { Focus, MediaKind } from '../sample/prototype.ts';
import { monthsOldAt } from '../dates/reference-date.ts';

/** The input of signals: the listing, and facts of the generator that it does not show. */
export interface SignalFacts {
  readonly model: Model;
  readonly kind: 'text' | MediaKind;
  readonly authorSlug: string;
  /** Served by hosts of open weights, by its maker, or by the gateway itself. */
  readonly served: 'open' | 'closed' | 'gateway';
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
