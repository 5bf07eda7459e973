import { GatewayError, invalidRequest, type RequestIssue } from '../errors.ts';
import { compare, parseDecimal, ZERO } from '../money/decimal.ts';
import type { ImageEndpoint, ImageProvider } from '../ports/image-provider.ts';
import type { ProviderPreferences } from '../resources/image-request.ts';
import { upperBound } from './billing.ts';
import type { Breakers } from '../inference/attempts/breakers.ts';
import { fitToEndpoint, type Fit } from './capability.ts';
import type { CheckedImageRequest } from './checked-image-request.ts';

/** One endpoint that can serve the request, and how. */
export interface Candidate extends Fit {
  readonly provider: ImageProvider;
  readonly endpoint: ImageEndpoint;
  /** Identifies the endpoint: provider and model. */
  readonly key: string;
  /** The most it can cost, USD. */
  readonly upperBound: string;
}

/**
 * Returns the endpoints that can serve a request, in the order in which they are tried, or the
 * error that explains why no provider is left. Source: contract §4.1, §4.3, §4.6.
 */
export function findCandidates(
  checked: CheckedImageRequest,
  providers: Iterable<ImageProvider>,
  breakers: Breakers,
): readonly Candidate[] | GatewayError {
  const { model, provider: preferences = {}, input_references: references = [] } = checked.request;
  const serving = [...providers].flatMap((provider) => {
    const endpoint = provider.endpoint(model);
    return endpoint === undefined ? [] : [{ provider, endpoint }];
  });
  if (serving.length === 0) {
    return new GatewayError('notFound', {
      message: `Model not found: no provider serves ${model}`,
    });
  }
  const wanted = serving.filter(({ provider: { slug } }) => isWanted(slug, preferences));
  if (wanted.length === 0) {
    const slugs = serving.map(({ provider: { slug } }) => slug).join(', ');
    const message = `provider.only and provider.ignore exclude every provider of model ${model} (${slugs})`;
    return invalidRequest([{ path: 'provider', message }]);
  }

  const candidates: Candidate[] = [];
  const refusals: RequestIssue[] = [];
  for (const { provider, endpoint } of wanted) {
    const fit = fitToEndpoint(checked, provider.slug, endpoint, wanted.length === 1);
    if ('message' in fit) refusals.push(fit);
    else {
      const key = `${provider.slug} ${model}`;
      const most = upperBound(fit.job, endpoint, references.length);
      candidates.push({ ...fit, provider, endpoint, key, upperBound: most });
    }
  }
  if (candidates.length === 0) return invalidRequest(refusals);
  return inOrder(candidates, preferences, breakers);
}

function isWanted(slug: string, { only, ignore }: ProviderPreferences): boolean {
  return (only == null || includes(only, slug)) && !(ignore != null && includes(ignore, slug));
}

function includes(slugs: readonly string[], slug: string): boolean {
  return slugs.some((listed) => listed.toLowerCase() === slug.toLowerCase());
}

/** Sorts by `order`, else by `sort`, else by price with healthy endpoints first. */
function inOrder(
  candidates: readonly Candidate[],
  { order, sort, allow_fallbacks: allowFallbacks }: ProviderPreferences,
  breakers: Breakers,
): readonly Candidate[] {
  // Computed once, because a client may list more slugs than there are providers.
  const places = new Map(
    (order ?? []).toReversed().map((slug, index) => [slug.toLowerCase(), -index]),
  );
  const place = ({ provider: { slug } }: Candidate) => places.get(slug.toLowerCase()) ?? Infinity;
  const byPlace = (a: Candidate, b: Candidate) => difference(place(a), place(b));
  const byHealth = (a: Candidate, b: Candidate) =>
    Number(breakers.isHealthy(b.key)) - Number(breakers.isHealthy(a.key));
  const byPrice = (a: Candidate, b: Candidate) =>
    compare(parseDecimal(a.upperBound) ?? ZERO, parseDecimal(b.upperBound) ?? ZERO);
  const bySort = (a: Candidate, b: Candidate) => {
    if (sort === 'throughput') {
      return difference(b.endpoint.throughput ?? -Infinity, a.endpoint.throughput ?? -Infinity);
    }
    if (sort === 'latency') {
      return difference(a.endpoint.latency ?? Infinity, b.endpoint.latency ?? Infinity);
    }
    return sort === 'price' ? byPrice(a, b) : byHealth(a, b) || byPrice(a, b);
  };
  const sorted = candidates.toSorted((a, b) => byPlace(a, b) || bySort(a, b));
  return allowFallbacks === false ? sorted.slice(0, 1) : sorted;
}

/** Returns 0 for equal infinities, whose difference is NaN. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
