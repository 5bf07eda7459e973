import { encodeText } from '../bytes/encode-text.ts';
import type { Kind } from '../inference/infer.ts';
import { chargeOf } from '../inference/money/charge.ts';
import { requireCounts } from '../inference/money/counts.ts';
import type { ConversationOptions } from '../inference/service.ts';
import { wholeKind } from '../inference/whole-kind.ts';
import { toNumber } from '../money/decimal.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import type { RankedDocument, RerankAnswer, RerankJob } from '../ports/rerank-provider.ts';
import { present } from '../present.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import { estimatedTokens, type RerankCandidate } from './fit.ts';

/** Returns how documents are ranked. A step is the whole ranking. */
export function rerankKind(
  options: ConversationOptions,
  trace: GenerationTrace | undefined,
): Kind<RerankCandidate, RerankAnswer> {
  return wholeKind({
    inputPath: 'documents',
    options,
    trace,
    calls: ({ face, job }, context) => [
      async () => checkedRanking(await face.rerank(job, context), job),
    ],
    answer(candidate, [ranking]) {
      const { job, size, warnings } = candidate;
      const { results = [], usage = {} } = ranking ?? {};
      const { totalTokens, searchUnits: requests, costUsd: said } = usage;
      // Units of search say nothing of tokens, which the list may price beside them.
      const isEstimated = totalTokens === undefined;
      const inputTokens = totalTokens ?? estimatedTokens(size);
      const counts = { inputTokens, ...present({ costUsd: said }) };
      const charge = chargeOf(counts, candidate, { images: size.images, requests });
      const { usd: costUsd, items } = charge;
      return {
        warnings,
        bill: {
          usage: { promptTokens: inputTokens, ...(isEstimated && { isEstimated }) },
          costUsd,
          items,
        },
        write(facts) {
          const cost = toNumber(charge.sum);
          const counted = present({ total_tokens: totalTokens, search_units: requests });
          const json = {
            ...facts,
            results: results.map(({ index, score }) => ({
              index,
              relevance_score: score,
              document: job.documents[index],
            })),
            usage: { ...counted, cost },
          };
          return [encodeText(JSON.stringify(json))];
        },
      };
    },
  });
}

/**
 * Returns the ranking with the best first, and of equal ones the earlier. Throws `malformed` where
 * documents are missing, come twice, or have no score, and for usage that cannot be charged. Source:
 * contract §18.3.
 */
function checkedRanking({ results, usage }: RerankAnswer, job: RerankJob): RerankAnswer {
  const { documents, topN = documents.length } = job;
  const seen = new Set(results.map(({ index }) => index));
  const isRight = ({ index, score }: RankedDocument) =>
    documents[index] !== undefined && Number.isFinite(score);
  // Some return all of them, whatever is asked for.
  if (results.length < topN || seen.size !== results.length || !results.every(isRight)) {
    throw new ProviderFailure('malformed', 'it answered with something other than a ranking');
  }
  // Units may be parts of one.
  requireCounts({ ...usage, searchUnits: Math.floor(usage?.searchUnits ?? 0) });
  const sorted = results.toSorted((a, b) => b.score - a.score || a.index - b.index);
  return { results: sorted.slice(0, topN), usage };
}
