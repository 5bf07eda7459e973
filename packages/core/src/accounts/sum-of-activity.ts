import { add, formatDecimal, parseDecimal, ZERO } from '../money/decimal.ts';
import type { Activity } from '../ports/generation-store.ts';

/**
 * Adds up what is of the same day, model, provider and workspace, exactly; returns it in the order of
 * `GenerationStore.activity`. A provider has the name that comes last.
 */
export function sumOfActivity(rows: Iterable<Activity>): readonly Activity[] {
  const sums = new Map<string, Activity>();
  for (const row of rows) {
    const group = JSON.stringify([row.day, row.model, row.provider.slug, row.workspaceId]);
    const sum = sums.get(group);
    sums.set(group, sum === undefined ? row : together(sum, row));
  }
  return [...sums.values()].toSorted(inOrder);
}

function together(a: Activity, b: Activity): Activity {
  const cost = [a, b].map(({ costUsd }) => parseDecimal(costUsd) ?? ZERO);
  return {
    ...b,
    requests: a.requests + b.requests,
    costUsd: formatDecimal(cost.reduce(add)),
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}

function inOrder(a: Activity, b: Activity): number {
  return (
    compare(b.day, a.day) ||
    compare(a.model, b.model) ||
    compare(a.provider.slug, b.provider.slug) ||
    compare(a.workspaceId, b.workspaceId)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
