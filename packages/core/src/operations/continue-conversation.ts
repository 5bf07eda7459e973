import * as v from 'valibot';
import { modelNotFound } from '../catalog/model-not-found.ts';
import type { Dialect, ReadConversation } from '../chat/dialects/dialect.ts';
import { parametersOf } from '../chat/recorded-parameters.ts';
import {
  findChatCandidates,
  type ChatCandidate,
  type RoutingContext,
} from '../chat/routing/candidates.ts';
import { wantedModel, type WantedModel } from '../chat/routing/wanted-model.ts';
import { chatKind } from '../chat/serving/chat-kind.ts';
import { GatewayError, invalidRequest, type ErrorName } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { EndpointId } from '../inference/attempts/attempt-loop.ts';
import { infer } from '../inference/infer.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { hashKey } from '../secrets/hash-key.ts';
import { sessionIdIn } from '../telemetry/trace-headers.ts';
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
  { request, body, caller, trace }: OperationInput<unknown, unknown, Body>,
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
  const candidates = candidatesFor(read, models, caller, { inference, isHome });
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
    trace: generation,
  });
}

/** Returns the models that may serve. Throws a 404 for those that this caller cannot use. */
async function modelsFor(
  { models }: ReadConversation,
  caller: ApiKey | undefined,
  context: GatewayContext,
): Promise<readonly WantedModel[]> {
  const catalog = await context.catalog.current();
  const { aliases = {} } = context.inference.conversations;
  return models.map((name) => {
    const wanted = wantedModel(name, (id) => catalog.find(id) !== undefined, aliases);
    const entry = wanted && catalog.find(wanted.id);
    const isAllowed = caller?.allowedModels?.includes(wanted?.id ?? name) ?? true;
    if (wanted === undefined || entry === undefined || !isAllowed) {
      throw modelNotFound(name, catalog, 'text', caller);
    }
    const { output_modalities: outputs } = entry.model.architecture;
    if (!outputs.includes('text')) {
      const message = `model ${name} makes ${outputs.join(', ')}, not text`;
      throw invalidRequest([{ path: 'model', message }]);
    }
    return wanted;
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

function candidatesFor(
  { request, preferences, user }: ReadConversation,
  models: readonly WantedModel[],
  caller: ApiKey | undefined,
  { inference, isHome }: Pick<GatewayContext, 'inference'> & Pick<RoutingContext, 'isHome'>,
): readonly ChatCandidate[] {
  const { providers, breakers, statistics, conversations, random } = inference;
  const asked = {
    request,
    preferences,
    // Nobody can tell from it who it is, nor whether two callers have the same user.
    user: user === undefined ? undefined : hashKey(`${caller?.hash ?? ''}\n${user}`),
  };
  const candidates = findChatCandidates(asked, models, {
    providers,
    breakers,
    statistics,
    isHome,
    random: conversations.routing === 'cheapest' ? undefined : random,
  });
  if (candidates instanceof GatewayError) throw candidates;
  return candidates;
}
