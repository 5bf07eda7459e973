import type { ResolvedProvider } from '../config/resolve-config.ts';
import { loadPart } from './load-part.ts';

/** Stands for a provider's key where nothing is sent. */
const NO_KEY = 'not-used';

/**
 * Reads the providers of a configuration file for what needs no key, such as listing their models.
 * Rejects with `ConfigError`.
 */
export async function loadKeylessProviders(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly ResolvedProvider[]> {
  const { config } = await loadPart(file, env, (whole) => ({
    ...whole,
    store: '',
    passThrough: null,
    limits: null,
    secrets: { keys: null },
    providers: whole.providers.map((provider) => ({
      ...provider,
      ...(provider.apiKey && { apiKey: NO_KEY }),
      ...(provider.credentials && {
        credentials: { accessKeyId: NO_KEY, secretAccessKey: NO_KEY },
      }),
    })),
  }));
  return config.providers;
}
