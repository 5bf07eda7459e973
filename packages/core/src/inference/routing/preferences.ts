import { GatewayError, invalidRequest } from '../../errors.ts';
import { amountToNumber, compare, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { EndpointId } from '../attempts/attempt-loop.ts';
import type { Priced } from '../charging/payment.ts';

/** An endpoint that can serve the request, as far as its place in the order depends on it. */
export interface Routable extends EndpointId, Priced {
  readonly endpoint: { readonly throughput?: number; readonly latency?: number };
}

/** What is known of endpoints beside the request; `Breakers` know it of their health. */
export interface Standing {
  isHealthy(endpoint: EndpointId): boolean;
  /** What requests got lately; undefined where nothing was measured. */
  typical?(endpoint: EndpointId, measure: 'throughput' | 'latency'): number | undefined;
}

/** What a request says about providers, in the words of its body. Source: contract §4.1. */
export interface RoutingPreferences {
  readonly only?: readonly string[] | null | undefined;
  readonly ignore?: readonly string[] | null | undefined;
  readonly order?: readonly string[] | null | undefined;
  readonly sort?: 'price' | 'throughput' | 'latency' | null | undefined;
  readonly allow_fallbacks?: boolean | null | undefined;
}

/**
 * Returns those of a model's endpoints that the request does not exclude; a 404 where none serves
 * the model, and a 400 where none is left. Source: contract §4.1, §4.3.
 */
export function wantedOf<Serving extends Pick<EndpointId, 'provider'>>(
  model: string,
  serving: readonly Serving[],
  preferences: RoutingPreferences,
): readonly Serving[] | GatewayError {
  if (serving.length === 0) {
    return new GatewayError('notFound', {
      message: `Model not found: no provider serves ${model}`,
    });
  }
  const wanted = serving.filter(({ provider: { slug } }) => isWanted(slug, preferences));
  if (wanted.length > 0) return wanted;
  const slugs = serving.map(({ provider: { slug } }) => slug).join(', ');
  const message = `provider.only and provider.ignore exclude every provider of model ${model} (${slugs})`;
  return invalidRequest([{ path: 'provider', message }]);
}

/** Returns whether `only` and `ignore` admit a provider; slugs are compared without case. */
export function isWanted(slug: string, { only, ignore }: RoutingPreferences): boolean {
  return (only == null || includes(only, slug)) && !(ignore != null && includes(ignore, slug));
}

function includes(slugs: readonly string[], slug: string): boolean {
  return slugs.some((listed) => listed.toLowerCase() === slug.toLowerCase());
}

/**
 * Sorts by `order`, else by `sort`, else by price with healthy endpoints first; only the first where
 * there are to be no fallbacks. With `random`, from 0 to 1, the price is a weight: of healthy
 * endpoints one at half the price comes first four times as often. Source: contract §4.6, §12.6.
 */
export function inOrder<Candidate extends Routable>(
  candidates: readonly Candidate[],
  { order, sort, allow_fallbacks: allowFallbacks }: RoutingPreferences,
  standing: Standing,
  random?: () => number,
): readonly Candidate[] {
  // Computed once, because a client may list more slugs than there are providers.
  const places = new Map(
    (order ?? []).toReversed().map((slug, index) => [slug.toLowerCase(), -index]),
  );
  const place = ({ provider: { slug } }: Candidate) => places.get(slug.toLowerCase()) ?? Infinity;
  const byPlace = (a: Candidate, b: Candidate) => difference(place(a), place(b));
  const byHealth = (a: Candidate, b: Candidate) =>
    Number(standing.isHealthy(b)) - Number(standing.isHealthy(a));
  const byPrice = (a: Candidate, b: Candidate) =>
    compare(parseDecimal(a.upperBound) ?? ZERO, parseDecimal(b.upperBound) ?? ZERO);
  // What the provider says of itself counts until it is known better.
  const measured = (one: Candidate, measure: 'throughput' | 'latency') =>
    standing.typical?.(one, measure) ?? one.endpoint[measure];
  const draws = random && new Map(candidates.map((one) => [one, draw(one, random)]));
  const byDraw = (a: Candidate, b: Candidate) => (draws?.get(a) ?? 0) - (draws?.get(b) ?? 0);
  const bySort = (a: Candidate, b: Candidate) => {
    if (sort === 'throughput') {
      return difference(measured(b, sort) ?? -Infinity, measured(a, sort) ?? -Infinity);
    }
    if (sort === 'latency') {
      return difference(measured(a, sort) ?? Infinity, measured(b, sort) ?? Infinity);
    }
    return sort === 'price' ? byPrice(a, b) : byHealth(a, b) || byDraw(a, b) || byPrice(a, b);
  };
  const sorted = candidates.toSorted((a, b) => byPlace(a, b) || bySort(a, b));
  return allowFallbacks === false ? sorted.slice(0, 1) : sorted;
}

/**
 * Draws when an endpoint comes: sorted by these, each place goes to one of the rest by its weight,
 * one over the square of its price.
 */
function draw({ upperBound }: Priced, random: () => number): number {
  const price = amountToNumber(upperBound);
  return -Math.log(1 - random()) * price ** 2;
}

/** Returns 0 for equal infinities, whose difference is NaN. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
