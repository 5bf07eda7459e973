import { ERROR_FORM } from '../chat/dialects/chat-completions/write-error.ts';
import { findEmbeddingCandidates } from '../embeddings/candidates.ts';
import { embeddingKind } from '../embeddings/embedding-kind.ts';
import { readInputs } from '../embeddings/read-inputs.ts';
import { estimatedTokens, sizeOf } from '../embeddings/size.ts';
import { invalidRequest, type RequestIssue } from '../errors.ts';
import { present } from '../present.ts';
import { EmbeddingRequestSchema, type EmbeddingRequest } from '../resources/embedding-request.ts';
import { EmbeddingResponseSchema } from '../resources/embedding-response.ts';
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

/** POST /embeddings. Source: contract §17. */
export const createEmbeddings = defineOperation({
  ...INFERENCE,
  id: 'createEmbeddings',
  path: '/embeddings',
  tag: 'embeddings',
  summary: 'Turn inputs into vectors',
  description:
    'Makes a vector for each input, in their order. More inputs than a provider takes at once are ' +
    'sent in several calls. What the vectors are for (`input_type`) is left out where a model does ' +
    'not tell it apart, and reported in `x-gateway-warnings`; how long they are matters, and a model ' +
    'that cannot obey `dimensions` is not asked.',
  body: { schema: EmbeddingRequestSchema, secrets: [] },
  response: EmbeddingResponseSchema,
  errorForm: ERROR_FORM,

  async handle(input, context: GatewayContext) {
    const { body, caller } = input;
    const inputs = readInputs(body.input);
    if (isProblem(inputs)) throw invalidRequest(inputs);
    const { models, guardrails } = await modelsFor([body.model], 'embeddings', caller, context);
    const { encoding_format: encoding, dimensions, input_type: inputType } = body;
    const asked = {
      inputs,
      sizes: inputs.map(sizeOf),
      encoding: encoding ?? 'float',
      dimensions: dimensions ?? undefined,
      inputType: inputType ?? undefined,
      preferences: body.provider ?? {},
      user: pseudonymOf(body.user, caller),
    } as const;
    return serve(
      {
        start: {
          task: 'embeddings',
          model: body.model,
          prompt: () => promptOf(body),
          parameters: present({
            dimensions: asked.dimensions,
            encoding_format: encoding ?? undefined,
            input_type: asked.inputType,
          }),
        },
        guardrails,
        candidates: () =>
          candidatesOr(findEmbeddingCandidates(asked, models, routingOf(context, guardrails))),
        kind: (trace) => embeddingKind(context.inference.conversations, trace),
        estimateTokens: () => estimatedTokens(asked.sizes),
      },
      input,
      context,
    );
  },
});

function isProblem(read: ReturnType<typeof readInputs>): read is readonly RequestIssue[] {
  return read.some((one) => 'message' in one);
}

/** Returns what is embedded, for observers that want contents: a text as it is, else JSON. */
function promptOf({ input }: EmbeddingRequest): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
