import type { Io } from './io.ts';
import { listIn } from './list-in.ts';
import { sayUnlistedModels } from './listed-models.ts';
import type { StoreFlags } from './stores.ts';

/**
 * Resolves to the ids of `--models`, null for all of them. Says which of them are not listed; throws
 * for an empty one.
 */
export async function modelsIn(
  text: string | false,
  flags: StoreFlags,
  io: Io,
): Promise<readonly string[] | null> {
  if (text === false) return null;
  const ids = listIn('--models', text, 'openai/gpt-image-2');
  await sayUnlistedModels(ids, flags, io);
  return ids;
}
