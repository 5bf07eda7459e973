import type { Model } from '@model-gateway/core';
import { factsOf, MARGINALS, VENDOR, type CatalogFacts, type Marginal } from './marginals.ts';

const ROUNDS = 40;
/** A candidate counts for at most this many times as much as the mean, and at least for the other. */
const [LARGEST, SMALLEST] = [30, 1e-4];

/**
 * Returns a weight for each candidate, so that the weighted candidates answer every marginal in the
 * shares of the catalog. Which candidates' vendors are the largest follows from everything else, so
 * vendors come in a second fit.
 */
export function weightsLike(catalog: readonly Model[], candidates: readonly Model[]): number[] {
  const theirs = factsOf(catalog);
  const first = fitted(MARGINALS, { catalog, theirs }, candidates, factsOf(candidates));
  const ours = factsOf(candidates, first);
  return fitted([...MARGINALS, VENDOR], { catalog, theirs }, candidates, ours);
}

/**
 * Iterative proportional fitting: one marginal after the other is scaled to its shares, until they
 * agree. An answer that no candidate gives is left out.
 */
function fitted(
  marginals: readonly Marginal[],
  { catalog, theirs }: { readonly catalog: readonly Model[]; readonly theirs: CatalogFacts },
  candidates: readonly Model[],
  ours: CatalogFacts,
): number[] {
  const all = marginals.map((answer) => ({
    wanted: sharesOf(
      catalog.map((model) => answer(model, theirs)),
      catalog.map(() => 1),
    ),
    answers: candidates.map((model) => answer(model, ours)),
  }));
  const weights = candidates.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { wanted, answers } of all) {
      const given = sharesOf(answers, weights);
      for (const [position, answer] of answers.entries()) {
        const factor = (wanted.get(answer) ?? 0) / (given.get(answer) ?? 1);
        const weight = (weights[position] ?? 0) * factor;
        weights[position] = Math.min(Math.max(weight, SMALLEST), LARGEST);
      }
    }
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
    for (const [position, weight] of weights.entries()) weights[position] = weight / mean;
  }
  return weights;
}

function sharesOf(
  answers: readonly string[],
  weights: readonly number[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  let total = 0;
  for (const [position, answer] of answers.entries()) {
    const weight = weights[position] ?? 0;
    sums.set(answer, (sums.get(answer) ?? 0) + weight);
    total += weight;
  }
  return new Map([...sums].map(([answer, sum]) => [answer, sum / total]));
}
