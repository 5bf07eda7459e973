import type { ResolvedConfig } from '../config/resolve-config.ts';

/** What an HTTP client allows by itself. */
const USUAL_MS = 5000;

/**
 * Returns how long the providers' HTTP client may take to connect, in milliseconds: the longest that
 * the configuration allows any attempt, each of which ends at its own time.
 */
export function connectTimeoutMs({
  inference,
  providers,
}: Pick<ResolvedConfig, 'inference' | 'providers'>): number {
  const entries = providers.flatMap(({ models }) =>
    models === 'all' || Array.isArray(models) ? [] : Object.values(models),
  );
  const own = entries.map(({ limits }) => limits?.connectMs ?? 0);
  return Math.max(USUAL_MS, inference.connectMs ?? 0, ...own);
}
