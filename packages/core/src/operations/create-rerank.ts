import { ERROR_FORM } from '../chat/dialects/chat-completions/write-error.ts';
import { invalidRequest, type RequestIssue } from '../errors.ts';
import { isAddress } from '../inference/media-url.ts';
import { quoteValue } from '../input/quote.ts';
import type { RerankDocument } from '../ports/rerank-provider.ts';
import { present } from '../present.ts';
import { estimatedTokens, findRerankCandidates, rankingSize } from '../rerank/fit.ts';
import { rerankKind } from '../rerank/rerank-kind.ts';
import {
  RerankRequestSchema,
  RerankResponseSchema,
  type RerankRequest,
} from '../resources/rerank-request.ts';
import { defineOperation } from './define-operation.ts';
import {
  candidatesOr,
  INFERENCE,
  modelsFor,
  pseudonymOf,
  routingOf,
  serve,
} from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /rerank. Source: contract §18. */
export const createRerank = defineOperation({
  ...INFERENCE,
  id: 'createRerank',
  path: '/rerank',
  tag: 'embeddings',
  summary: 'Rank documents by a query',
  description:
    'Scores documents by how well they answer a query, and returns them with the best first. All ' +
    'of them are scored together, so a request is never split.',
  body: { schema: RerankRequestSchema, secrets: [] },
  response: RerankResponseSchema,
  errorForm: ERROR_FORM,

  async handle(input, context: GatewayContext) {
    const { body, caller } = input;
    const documents = readDocuments(body.documents);
    const { models, guardrails } = await modelsFor([body.model], 'rerank', caller, context);
    const { query, provider } = body;
    const topN = body.top_n ?? undefined;
    const user = pseudonymOf(body.user, caller);
    const asked = { query, documents, topN, preferences: provider ?? {}, user };
    return serve(
      {
        start: {
          task: 'rerank',
          model: body.model,
          prompt: query,
          parameters: present({ top_n: topN, documents: documents.length }),
        },
        guardrails,
        candidates: () =>
          candidatesOr(findRerankCandidates(asked, models, routingOf(context, guardrails))),
        kind: (trace) => rerankKind(context.inference.conversations, trace),
        estimateTokens: () => estimatedTokens(rankingSize(asked)),
      },
      input,
      context,
    );
  },
});

/** Throws a 400 for documents without content, and for images that are nowhere. */
function readDocuments(given: RerankRequest['documents']): readonly RerankDocument[] {
  const issues: RequestIssue[] = [];
  const documents = given.map((document, position): RerankDocument => {
    if (typeof document === 'string') return { text: document };
    const path = `documents[${position}]`;
    const [text, image] = [document.text ?? undefined, document.image ?? undefined];
    if (text === undefined && image === undefined) {
      issues.push({ path, message: `${path} must have a text, an image or both` });
    }
    if (image !== undefined && !isAddress(image)) {
      const message = `${path}.image must be an HTTP(S) URL or a data URL, got ${quoteValue(image)}`;
      issues.push({ path: `${path}.image`, message });
    }
    return present({ text, image });
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return documents;
}
