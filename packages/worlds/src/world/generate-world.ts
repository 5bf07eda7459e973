import type { Faker } from '@faker-js/faker';
import { hashKey, type CatalogEntry } from '@model-gateway/core';
import {
  checkOptions,
  FLAG,
  FUNCTION,
  ITERABLE,
  type OptionTable,
  wholeFrom,
} from '@model-gateway/core/kit';
import { REFERENCE_SECONDS } from '../seed/dates/reference-date.ts';
import { loadFaker } from '../seed/load-faker.ts';
import type { World } from '../world.ts';

/** What `generateWorld` makes. */
export interface GenerateWorldOptions {
  readonly seed: number;
  readonly models: number;
  /**
   * True to leave out the small faults that real catalogs have, and code must cope with: completion
   * limits above the context, `tools` without `tool_choice`, `structured_outputs` without
   * `response_format`, free variants without a paid model, names that end in a blank. False by default.
   */
  readonly tidy?: boolean | undefined;
  /**
   * A catalog whose shares the world has: of features, prices, ages, limits and vendors, one at a
   * time. No record, id or name of it appears in the world. Models depend on each other then. What
   * this generator never makes, such as a price of a thousand dollars per million tokens, it does not
   * learn.
   *
   * @example
   * const dump = parseCatalog(await readFile('my-dump.json', 'utf8'));
   * const world = await generateWorld({ seed: 7, models: 400, like: dump.entries });
   */
  readonly like?: readonly Pick<CatalogEntry, 'model'>[] | undefined;
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
  checkOptions('generateWorld', options, OPTIONS, ['seed', 'models']);
  const english = await loadFaker();
  const [{ rankBoards }, { newestFirst }, { generateAccounts }] = await Promise.all([
    import('../seed/rank-boards.ts'),
    import('../seed/newest-first.ts'),
    import('../seed/accounts/generate-accounts.ts'),
  ]);
  const models = await entriesOf(options, english);
  options.onProgress?.(models.length, options.models);
  return {
    name: `generated from seed ${options.seed}`,
    revision: revisionOf(options),
    isChecked: true,
    day: REFERENCE_SECONDS * 1000,
    models: newestFirst(rankBoards(models)),
    ...generateAccounts(options.seed, english),
  };
}

async function entriesOf(
  { like, onProgress, ...options }: GenerateWorldOptions,
  english: Faker,
): Promise<CatalogEntry[]> {
  if (like !== undefined) {
    const { catalogLike } = await import('../seed/like/catalog-like.ts');
    return catalogLike({ ...options, like }, english);
  }
  const { generateCatalog } = await import('../seed/generate-catalog.ts');
  const models: CatalogEntry[] = [];
  for (const entry of generateCatalog(options, english)) {
    models.push(entry);
    if (models.length % MODELS_PER_STEP === 0 && models.length < options.models) {
      onProgress?.(models.length, options.models);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  return models;
}

/** Differs where the models may. */
function revisionOf({ seed, models, tidy, like }: GenerateWorldOptions): string {
  const parts = ['generated', seed, models, ...(tidy === true ? ['tidy'] : [])];
  if (like === undefined) return parts.join('-');
  const learnt = hashKey(JSON.stringify(like.map(({ model }) => model)));
  return [...parts, 'like', learnt.slice(0, 16)].join('-');
}

const OPTIONS: OptionTable<GenerateWorldOptions> = {
  seed: { must: 'a number', holds: Number.isFinite },
  models: wholeFrom(0),
  tidy: FLAG,
  like: ITERABLE,
  onProgress: FUNCTION,
};
