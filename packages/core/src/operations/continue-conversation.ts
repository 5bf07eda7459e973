import * as v from 'valibot';
import type { Dialect, ReadConversation } from '../chat/dialects/dialect.ts';
import { parametersOf } from '../chat/recorded-parameters.ts';
import type { ChatCandidate } from '../chat/routing/candidates.ts';
import { RoutingReport } from '../chat/routing/routing-report.ts';
import { chatKind } from '../chat/serving/chat-kind.ts';
import { invalidRequest, type ErrorName } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { EndpointId } from '../inference/attempts/attempt-loop.ts';
import { infer } from '../inference/infer.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { hashKey } from '../secrets/hash-key.ts';
import { sessionIdIn } from '../telemetry/trace-headers.ts';
import { originOf } from './account.ts';
import { candidatesFor, modelsFor } from './conversation-candidates.ts';
import type { OperationInput } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** What the operations of all dialects have in common. */
export const CONVERSATION = {
  method: 'POST',
  tag: 'chat',
  permission: 'inference',
  limiter: ({ inference }: GatewayContext) => inference.limiter,
  params: v.object({}),
  query: v.object({}),
  errors: [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    'insufficientCredits',
    'managementKeyRequired',
    'inferenceKeyRequired',
    'notFound',
    'conflict',
    'payloadTooLarge',
    'rateLimited',
    'internal',
    'providerFailed',
    'unavailable',
    'timedOut',
    'providerOverloaded',
  ] satisfies readonly ErrorName[],
} as const;

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
    return await answer(dialect, read, input, context, routing);
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

async function answer<Body>(
  dialect: Dialect<Body>,
  read: ReadConversation,
  { operation, request, body, caller, trace }: OperationInput<unknown, unknown, Body>,
  context: GatewayContext,
  routing: RoutingReport | undefined,
): Promise<GatewayResponse> {
  const { clock, report, inference } = context;
  const models = await modelsFor(read, caller, context);
  routing?.found(models, inference.providers);
  const generation = trace?.generation({
    task: 'chat',
    model: read.request.model,
    prompt: () => dialect.promptOf(body),
    parameters: parametersOf(read.request),
  });
  const { stickiness, conversations } = inference;
  const session = sessionOf(read, request, caller);
  const isHome = (endpoint: EndpointId) =>
    session !== undefined && stickiness.isHome(session, endpoint);
  const names = dialect.parameterNames;
  const candidates = candidatesFor({ ...read, names }, models, caller, { inference, isHome });
  const onServed = (candidate: ChatCandidate) => {
    routing?.served(candidate);
    if (session !== undefined) stickiness.served(session, candidate);
  };
  const kind = chatKind({
    dialect,
    read,
    conversations,
    onServed,
    onFailed: (candidate, failure) => routing?.failed(candidate, failure),
    routing: routing && (() => ({ [context.dialect.metadataMember]: routing.told() })),
  });
  return infer(kind, candidates, {
    inference,
    clock,
    report,
    request,
    asked: { caller, body },
    accountId: caller?.creditAccountId ?? null,
    origin: originOf(operation, read.request.model, caller, request),
    trace: generation,
  });
}

/** Returns what a prompt cache belongs to: a session of this caller, as far as the client names one. */
function sessionOf(
  { sessionId, cacheKey }: ReadConversation,
  { headers }: Pick<GatewayRequest, 'headers'>,
  caller: ApiKey | undefined,
): string | undefined {
  const session = sessionId ?? sessionIdIn(headers) ?? cacheKey;
  return session === undefined ? undefined : hashKey(`${caller?.hash ?? ''}\n${session}`);
}
