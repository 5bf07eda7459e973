import type { Generation } from '@model-gateway/core';
import { toGeneration } from '../generation-rows.ts';
import { plainAmount } from '../plain-amount.ts';
import { isStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';

/** Reads generations of every account. */
export interface GenerationAdministration {
  /** Returns a generation by its `x-generation-id`, while it is kept. */
  show(id: string): Promise<Generation | undefined>;
}

export function createGenerationAdministration({
  database: { db },
}: AdministrationContext): GenerationAdministration {
  return {
    async show(id) {
      if (!isStorable(id)) return undefined;
      const generations = db.selectFrom('mg_generations').selectAll();
      const row = await generations.where('id', '=', id).executeTakeFirst();
      return row && toGeneration(row, plainAmount(row.cost));
    },
  };
}
