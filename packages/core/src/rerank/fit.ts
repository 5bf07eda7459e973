import { byteLength } from '../bytes/byte-length.ts';
import type { GatewayError, RequestIssue } from '../errors.ts';
import type { Warning } from '../inference/delivery/header-text.ts';
import { mostCost } from '../inference/money/price.ts';
import { estimatedTokensOf, mostTokensOf, type Measured } from '../inference/money/tokens.ts';
import {
  findCandidates,
  type Fitted,
  type RoutingContext,
} from '../inference/routing/find-candidates.ts';
import { passedOptions } from '../inference/routing/passed-options.ts';
import type { WantedModel } from '../inference/routing/wanted-model.ts';
import type { RerankDocument, RerankEndpoint, RerankJob } from '../ports/rerank-provider.ts';
import type { ChatProviderPreferences } from '../resources/chat-provider-preferences.ts';

/** What is asked, whichever endpoint serves. */
export interface AskedRanking {
  readonly query: string;
  readonly documents: readonly RerankDocument[];
  readonly topN: number | undefined;
  readonly preferences: ChatProviderPreferences;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
}

/** A request as it fits an endpoint. */
interface FittedRanking {
  readonly job: RerankJob;
  readonly size: RankingSize;
  readonly warnings: readonly Warning[];
  readonly upperBound: string;
}

/** One endpoint that can rank the documents, and how. */
export type RerankCandidate = Fitted<'rerank', FittedRanking>;

/**
 * Returns the endpoints that can rank the documents, in order, or the error that says why none is
 * left. Source: contract §18.3.
 */
export function findRerankCandidates(
  asked: AskedRanking,
  models: readonly WantedModel[],
  routing: RoutingContext,
): readonly RerankCandidate[] | GatewayError {
  const { preferences, query, documents, topN, user } = asked;
  const size = rankingSize(asked);
  return findCandidates<'rerank', FittedRanking>(
    {
      face: 'rerank',
      models,
      preferences,
      fit({ provider, model, endpoint }) {
        const problem = problemOf(asked, size, endpoint);
        if (problem !== undefined) {
          const [path, sentence] = problem;
          return { path, message: `${path} ${sentence} (${provider.name})` } satisfies RequestIssue;
        }
        const { options, ignored } = passedOptions(provider, endpoint, preferences);
        const best = topN === undefined ? {} : { topN: Math.min(topN, documents.length) };
        return {
          job: { model, query, documents, ...best, options, user },
          size,
          warnings: ignored.map((parameter) => ({ parameter, note: 'ignored' })),
          upperBound: upperBound(size, endpoint),
        };
      },
    },
    routing,
  );
}

/** What of a request determines how many tokens it has. */
export interface RankingSize {
  readonly query: Measured;
  readonly documents: readonly Measured[];
  readonly images: number;
}

/** Measures what is to be ranked. */
export function rankingSize({
  query,
  documents,
}: Pick<AskedRanking, 'query' | 'documents'>): RankingSize {
  const sizes = documents.map(({ text = '', image }) => ({
    bytes: byteLength(text),
    media: image === undefined ? 0 : 1,
  }));
  const images = sizes.reduce((sum, { media }) => sum + media, 0);
  return { query: { bytes: byteLength(query), media: 0 }, documents: sizes, images };
}

/** Estimates the tokens of a ranking: each document is read with the query. */
export function estimatedTokens({ query, documents }: RankingSize): number {
  const asked = estimatedTokensOf(query);
  return documents.reduce((sum, document) => sum + asked + estimatedTokensOf(document), 0);
}

function problemOf(
  { documents }: AskedRanking,
  { images }: RankingSize,
  { maxDocuments, inputs }: RerankEndpoint,
): [string, string] | undefined {
  if (documents.length > maxDocuments) {
    return ['documents', `must be at most ${maxDocuments}, got ${documents.length}`];
  }
  if (images > 0 && !inputs.has('image')) return ['documents', 'must not hold images'];
  return undefined;
}

/** Returns the most that a ranking can cost: each document is read with the query. */
function upperBound({ query, documents, images }: RankingSize, endpoint: RerankEndpoint): string {
  const { pricing, contextTokens, maxTokensPerMedia, searchUnit } = endpoint;
  const asked = mostTokensOf(query);
  let input = 0;
  let parts = 0;
  for (const document of documents) {
    const tokens = asked + mostTokensOf(document, maxTokensPerMedia);
    input += Math.min(tokens, contextTokens);
    parts += Math.ceil(tokens / (searchUnit?.tokens ?? Infinity)) || 1;
  }
  const requests = Math.ceil(parts / (searchUnit?.documents ?? Infinity)) || 1;
  return mostCost({ input, output: 0 }, pricing, { images, requests });
}
