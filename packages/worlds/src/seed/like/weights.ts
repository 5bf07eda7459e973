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
  const all = marginals.map((answer) => {
    const wanted = sharesOf(catalog.map((model) => answer(model, theirs)));
    const answers = candidates.map((model) => answer(model, ours));
    // Numbers for the answers, which are added up in every round.
    const numbers = new Map([...new Set(answers)].map((text, number) => [text, number]));
    return {
      wanted: [...numbers.keys()].map((text) => wanted.get(text) ?? 0),
      answers: answers.map((text) => numbers.get(text) ?? 0),
    };
  });
  const weights = candidates.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { wanted, answers } of all) {
      const factors = factorsTo(wanted, answers, weights);
      answers.forEach((answer, position) => {
        const weight = (weights[position] ?? 0) * (factors[answer] ?? 1);
        weights[position] = Math.min(Math.max(weight, SMALLEST), LARGEST);
      });
    }
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
    weights.forEach((weight, position) => (weights[position] = weight / mean));
  }
  return weights;
}

function sharesOf(answers: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return new Map([...counts].map(([answer, count]) => [answer, count / answers.length]));
}

/** By answer, the factor from its share of the weights to the wanted one. */
function factorsTo(
  wanted: readonly number[],
  answers: readonly number[],
  weights: readonly number[],
): readonly number[] {
  const sums = wanted.map(() => 0);
  let total = 0;
  answers.forEach((answer, position) => {
    const weight = weights[position] ?? 0;
    sums[answer] = (sums[answer] ?? 0) + weight;
    total += weight;
  });
  return wanted.map((share, answer) => share / ((sums[answer] ?? 0) / total));
}
