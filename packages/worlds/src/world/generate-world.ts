import type { CatalogEntry } from '@model-gateway/core';
import { REFERENCE_SECONDS } from '../seed/reference-date.ts';
import { loadFaker } from '../seed/load-faker.ts';
import type { World } from '../world.ts';

export interface GenerateWorldOptions {
  readonly seed: number;
  readonly models: number;
  /**
   * True to leave out the small faults that real catalogs have, and code must cope with: completion
   * limits above the context, `tools` without `tool_choice`, `structured_outputs` without
   * `response_format`, free variants without a paid model, names that end in a blank. False by default.
   */
  readonly tidy?: boolean | undefined;
  /** Called every thousand models; other work may run in between. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const MODELS_PER_STEP = 1000;

/**
 * Generates a world: the same seed and size give the same world. Another size changes no model except
 * for its ranks on benchmark boards, which compare the models of one world.
 *
 * Needs the package `@faker-js/faker`: rejects with GW1707 where it is not installed.
 */
export async function generateWorld(options: GenerateWorldOptions): Promise<World> {
  const english = await loadFaker();
  const [{ generateCatalog }, { rankBoards }, { newestFirst }, { generateAccounts }] =
    await Promise.all([
      import('../seed/generate-catalog.ts'),
      import('../seed/rank-boards.ts'),
      import('../seed/newest-first.ts'),
      import('../seed/accounts/generate-accounts.ts'),
    ]);
  const models: CatalogEntry[] = [];
  for (const entry of generateCatalog(options, english)) {
    models.push(entry);
    if (models.length % MODELS_PER_STEP === 0 && models.length < options.models) {
      options.onProgress?.(models.length, options.models);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  options.onProgress?.(models.length, options.models);
  return {
    name: `generated from seed ${options.seed}`,
    revision: `generated-${options.seed}-${options.models}${options.tidy === true ? '-tidy' : ''}`,
    isChecked: true,
    day: REFERENCE_SECONDS * 1000,
    models: newestFirst(rankBoards(models)),
    ...generateAccounts(options.seed, english),
  };
}
