import type { openStores } from '@model-gateway/sql';
import type { World } from '@model-gateway/worlds';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';

type OpenedStores = Awaited<ReturnType<typeof openStores>>;

/** Puts the models and the key of the bench into a store. */
export async function fillStore(
  { admin }: Pick<OpenedStores, 'admin'>,
  models: World['models'],
): Promise<void> {
  await admin.catalog.import(models);
  await admin.keys.import([{ ...BENCH_KEY, creditAccountId: null }]);
}
