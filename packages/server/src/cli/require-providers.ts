import path from 'node:path';
import { didYouMean } from '@model-gateway/core/kit';
import { loadKeylessProviders } from '../loading/load-keyless-providers.ts';
import { CommandError, type Io } from './io.ts';
import { storeAlone, type StoreFlags } from './stores.ts';

/**
 * Throws for a slug that no provider of the configuration has: it would allow nothing. Without a
 * configuration nobody knows them, which is said.
 */
export async function requireProviders(
  slugs: readonly string[],
  flags: StoreFlags,
  io: Io,
): Promise<void> {
  if (storeAlone(flags, io) !== undefined) {
    io.say(
      'The providers are not checked, because they are in the configuration, not in the store.',
    );
    return;
  }
  const configured = await loadKeylessProviders(path.resolve(io.folder, flags.config), io.env);
  const known = configured.map(({ slug }) => slug);
  for (const slug of slugs) {
    if (known.some((one) => one.toLowerCase() === slug.toLowerCase())) continue;
    const those = known.length === 0 ? 'it has none' : `those are ${known.join(', ')}`;
    const hint = didYouMean(slug, known) || `; ${those}`;
    throw new CommandError(
      `--providers: no provider of ${flags.config} has the slug ${slug}${hint}`,
    );
  }
}
