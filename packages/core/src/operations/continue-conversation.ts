import * as v from 'valibot';
import type { Dialect, ReadConversation } from '../chat/dialects/dialect.ts';
import { parametersOf } from '../chat/recorded-parameters.ts';
import type { ChatCandidate } from '../chat/routing/candidates.ts';
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
  { operation, request, body, caller, trace }: OperationInput<unknown, unknown, Body>,
  context: GatewayContext,
): Promise<GatewayResponse> {
  const { clock, report, inference } = context;
  const read = dialect.read(body, request);
  if (!('request' in read)) throw invalidRequest(read);
  const models = await modelsFor(read, caller, context);
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
    if (session !== undefined) stickiness.served(session, candidate);
  };
  return infer(chatKind({ dialect, read, conversations, onServed }), candidates, {
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
