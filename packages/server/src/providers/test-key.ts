import type { HttpClient } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';

/** A request that costs nothing and that only a key makes. */
interface KeyTest {
  /** Below the base URL, or from its origin where it begins with `//`. */
  readonly path: string;
  /** The header of the key; `authorization: Bearer` by default. */
  readonly header?: string;
  /** What it wants beside the key. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * How each kind of provider is asked whether it takes a key, by the interface that it documents; null
 * where every request costs or needs more than the key.
 */
export const KEY_TESTS: Readonly<Record<string, KeyTest | null>> = {
  gateway: { path: '/models?limit=1' },
  openai: { path: '/models' },
  azure: { path: '/models', header: 'api-key' },
  anthropic: {
    path: '/models?limit=1',
    header: 'x-api-key',
    more: { 'anthropic-version': '2026-10-21' },
  },
  bedrock: null,
  'openai-compatible': { path: '/models' },
  together: { path: '/models' },
  gemini: { path: '/models?pageSize=1', header: 'x-goog-api-key' },
  vertex: null,
  cohere: { path: '/v1/models?page_size=1' },
  xai: { path: '/models' },
  ark: null,
  bfl: { path: '/credits', header: 'x-key' },
  recraft: { path: '/users/me' },
  stability: { path: '//v1/user/balance' },
  fal: null,
  replicate: { path: '/account' },
  demo: null,
};

/** Longer than a list of models takes. */
const LIMIT_MS = 10_000;
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** Whether a provider takes its key: undefined where it cannot be asked, or does not say. */
export async function takesKey(
  kind: string,
  apiKey: string | undefined,
  { baseUrl }: Pick<ListedProvider, 'baseUrl'>,
  http: HttpClient,
): Promise<boolean | undefined> {
  const test = KEY_TESTS[kind] ?? null;
  if (test === null || apiKey === undefined) return undefined;
  const { path, header, more } = test;
  const url = path.startsWith('//') ? new URL(path.slice(1), baseUrl).href : baseUrl + path;
  try {
    const { status, body } = await http({
      url,
      method: 'GET',
      headers: {
        ...more,
        ...(header === undefined ? { authorization: `Bearer ${apiKey}` } : { [header]: apiKey }),
      },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await body[Symbol.asyncIterator]().return?.();
    if (REFUSED.has(status)) return false;
    return status >= 200 && status < 300 ? true : undefined;
  } catch {
    // That it can be reached is another finding.
    return undefined;
  }
}
