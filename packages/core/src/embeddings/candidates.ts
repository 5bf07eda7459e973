import type { GatewayError } from '../errors.ts';
import {
  findCandidates,
  type Fitted,
  type RoutingContext,
} from '../inference/routing/find-candidates.ts';
import { mostCost } from '../inference/money/price.ts';
import type { WantedModel } from '../inference/routing/wanted-model.ts';
import type { EmbeddingEndpoint } from '../ports/embedding-provider.ts';
import { batchesOf, type Batch } from './batches.ts';
import { fitToEndpoint, type AskedEmbeddings, type EmbeddingFit } from './fit.ts';
import { mostTokens, type InputSize } from './size.ts';

/** A request as it fits an endpoint. */
interface FittedEmbeddings extends EmbeddingFit {
  readonly batches: readonly Batch[];
  readonly images: number;
  readonly upperBound: string;
}

/** One endpoint that can make the embeddings, and how. */
export type EmbeddingCandidate = Fitted<'embeddings', FittedEmbeddings>;

/** Returns the endpoints that can serve, in order, or the error that says why none is left. */
export function findEmbeddingCandidates(
  asked: AskedEmbeddings,
  models: readonly WantedModel[],
  routing: RoutingContext,
): readonly EmbeddingCandidate[] | GatewayError {
  const { inputs, sizes, preferences } = asked;
  const images = sizes.reduce((sum, size) => sum + size.images, 0);
  return findCandidates<'embeddings', FittedEmbeddings>(
    {
      face: 'embeddings',
      models,
      preferences,
      fit({ provider, model, endpoint }) {
        const fit = fitToEndpoint(asked, model, provider, endpoint);
        if ('message' in fit) return fit;
        const batches = batchesOf(inputs, sizes, endpoint);
        const tokens = mostTokensAt(sizes, endpoint);
        const upperBound = mostCost({ input: tokens, output: 0 }, endpoint.pricing, { images });
        return { ...fit, batches, images, upperBound };
      },
    },
    routing,
  );
}

function mostTokensAt(
  sizes: readonly InputSize[],
  { contextTokens, maxTokensPerMedia }: EmbeddingEndpoint,
): number {
  return sizes.reduce(
    (sum, size) => sum + Math.min(mostTokens(size, maxTokensPerMedia), contextTokens),
    0,
  );
}
