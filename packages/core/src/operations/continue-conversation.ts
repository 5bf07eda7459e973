import type { Dialect, ReadConversation } from '../chat/dialects/dialect.ts';
import { sizeOf } from '../chat/money/size.ts';
import { estimatedTokensOf } from '../inference/money/tokens.ts';
import { parametersOf } from '../chat/recorded-parameters.ts';
import type { ChatCandidate } from '../chat/routing/candidates.ts';
import { promptOwner } from '../chat/routing/prompt-owner.ts';
import { RoutingReport } from '../chat/routing/routing-report.ts';
import { chatKind } from '../chat/serving/chat-kind.ts';
import type { ChatStep } from '../chat/serving/checked-steps.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { EndpointId } from '../inference/attempts/attempt-loop.ts';
import type { GenerationStart, GenerationTrace } from '../telemetry/generation-trace.ts';
import { sessionIdOf } from '../telemetry/trace-headers.ts';
import { candidatesFor } from './conversation-candidates.ts';
import {
  candidatesOr,
  INFERENCE,
  modelsFor,
  serve,
  type AskedModels,
  type InferenceRequest,
} from './inference-operation.ts';
import type { OperationInput } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** What the operations of all dialects have in common. */
export const CONVERSATION = { ...INFERENCE, tag: 'chat' } as const;

/**
 * Answers a request of any dialect: reads the conversation, finds the models and the endpoints that
 * can continue it, and has the first that responds do so. Source: contract §12.
 */
export async function continueConversation<Body>(
  dialect: Dialect<Body>,
  input: OperationInput<unknown, unknown, Body>,
  context: GatewayContext,
): Promise<GatewayResponse> {
  const read = dialect.read(input.body, input.request);
  if (!('request' in read)) throw invalidRequest(read);
  const routing = wantsRouting(input.request, context) ? new RoutingReport(read.models) : undefined;
  try {
    const usable = await modelsFor(read.models, 'text', input.caller, context);
    return await serve(requestFor(dialect, read, usable, input, context, routing), input, context);
  } catch (error) {
    throw routing === undefined ? error : routing.toldWith(error);
  }
}

/** Returns whether the client asks how its request is routed. Source: contract §12.14. */
function wantsRouting(
  { headers }: Pick<GatewayRequest, 'headers'>,
  { dialect }: Pick<GatewayContext, 'dialect'>,
): boolean {
  return dialect.metadataHeaders.some((name) => headers[name]?.trim().toLowerCase() === 'enabled');
}

/** Returns the request to be served. */
function requestFor<Body>(
  dialect: Dialect<Body>,
  read: ReadConversation,
  usable: AskedModels,
  input: OperationInput<unknown, unknown, Body>,
  context: GatewayContext,
  routing: RoutingReport | undefined,
): InferenceRequest<ChatCandidate, ChatStep> {
  const { request, body, caller } = input;
  const { stickiness, conversations, providers } = context.inference;
  const { models, guardrails } = usable;
  routing?.found(models, providers);
  const owner = promptOwner(read, request, caller);
  const isHome = (endpoint: EndpointId) => stickiness.isHome(owner.id(), endpoint);
  const onServed = (candidate: ChatCandidate) => {
    routing?.served(candidate);
    if (owner.isNamed) stickiness.served(owner.id(), candidate);
  };
  const onCacheRead = (candidate: ChatCandidate) => {
    if (!owner.isNamed) stickiness.served(owner.id(), candidate);
  };
  const start: GenerationStart = {
    task: 'chat',
    model: read.request.model,
    sessionId: sessionIdOf(read.sessionId),
    prompt: () => dialect.promptOf(body),
    parameters: parametersOf(read.request),
  };
  const { parameterNames: names } = dialect;
  const find = (spendable?: string) =>
    candidatesFor(read, { names, isHome, spendable }, usable, caller, context);
  const kind = (trace: GenerationTrace | undefined) =>
    chatKind({
      dialect,
      read,
      conversations,
      onServed,
      onCacheRead,
      onFailed: (candidate, failure) => routing?.failed(candidate, failure),
      within(usd) {
        const found = find(usd);
        return found instanceof GatewayError ? [] : found;
      },
      onRefused: (path, egress) => trace?.referenceRefused(path, egress),
      routing: routing && (() => ({ [context.dialect.metadataMember]: routing.told() })),
    });
  const { maxOutputTokens = USUAL_OUTPUT } = read.request;
  const estimateTokens = () => estimatedTokensOf(sizeOf(read.request)) + maxOutputTokens;
  return { start, guardrails, candidates: () => candidatesOr(find()), kind, estimateTokens };
}

/** The tokens of an answer whose client does not limit it. Source: contract §2.10. */
const USUAL_OUTPUT = 1024;
