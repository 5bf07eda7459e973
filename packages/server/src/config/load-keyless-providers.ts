import path from 'node:path';
import { checkConfig } from './check-config.ts';
import { readConfigDocument } from './config-document.ts';
import { readConfigText } from './read-config-text.ts';
import { resolveConfig, type ResolvedProvider } from './resolve-config.ts';

/** Stands for a provider's key where nothing is sent. */
const NO_KEY = 'not-used';

/**
 * Reads the providers of a configuration file for what needs no key, such as listing their models.
 * Throws `ConfigError`.
 */
export async function loadKeylessProviders(file: string): Promise<readonly ResolvedProvider[]> {
  const folder = path.dirname(path.resolve(file));
  const document = readConfigDocument(await readConfigText(file), file);
  const config = checkConfig(document.value, file, document);
  const needed = {
    ...config,
    store: '',
    limits: null,
    secrets: { keys: null },
    providers: config.providers.map((provider) =>
      provider.apiKey === undefined ? provider : { ...provider, apiKey: NO_KEY },
    ),
  };
  return resolveConfig(needed, { env: {}, folder }, { source: file, document }).providers;
}
