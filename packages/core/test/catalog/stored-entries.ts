import type { CatalogEntry, ModelSignals } from '@model-gateway/core';
import { aModel, stored } from '../builders.ts';

/** An entry whose model has these members on top, whatever they are. */
export function entryWith(members: object, signals: unknown = {}): CatalogEntry {
  return { model: stored({ ...aModel(), ...members }), signals: stored<ModelSignals>(signals) };
}

export const benchmark = { arena: 'models', category: 'svg', elo: 1200, win_rate: 50, rank: 1 };
