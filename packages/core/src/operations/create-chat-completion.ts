import * as v from 'valibot';
import { withErrorType } from '../chat/dialects/chat-completions/write-error.ts';
import {
  findChatCandidates,
  type ChatCandidate,
  type RoutingContext,
} from '../chat/routing/candidates.ts';
import { chatKind } from '../chat/serving/chat-kind.ts';
import {
  readChatCompletion,
  type ReadChatCompletion,
} from '../chat/dialects/chat-completions/read-request.ts';
import { wantedModel, type WantedModel } from '../chat/routing/wanted-model.ts';
import { GatewayError, invalidRequest, isGatewayError } from '../errors.ts';
import type { EndpointId } from '../inference/attempts/attempt-loop.ts';
import { infer } from '../inference/infer.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { ApiKey } from '../ports/key-store.ts';
import {
  ChatCompletionRequestSchema,
  type ChatCompletionRequest,
} from '../resources/chat-completion-request.ts';
import { ChatCompletionChunkSchema, ChatCompletionSchema } from '../resources/chat-completion.ts';
import { hashKey } from '../secrets/hash-key.ts';
import { sessionIdIn } from '../telemetry/trace-headers.ts';
import { defineOperation } from './define-operation.ts';
import type { OperationInput } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /chat/completions. Source: contract §12. */
export const createChatCompletion = defineOperation({
  id: 'createChatCompletion',
  method: 'POST',
  path: '/chat/completions',
  tag: 'chat',
  summary: 'Continue a conversation',
  description:
    'Answers the last message of a conversation, with text, or with calls of the tools that it ' +
    'names. Parameters that only tune the answer and that a provider does not have are left out ' +
    'and reported in `x-gateway-warnings`; where one matters, another provider is asked. With ' +
    '`stream: true` the answer comes as server-sent events, the last of which is `[DONE]`.',
  permission: 'inference',
  limiter: ({ inference }: GatewayContext) => inference.limiter,
  params: v.object({}),
  query: v.object({}),
  body: { schema: ChatCompletionRequestSchema, secrets: [] },
  response: ChatCompletionSchema,
  events: ChatCompletionChunkSchema,
  errors: [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    'insufficientCredits',
    'managementKeyRequired',
    'inferenceKeyRequired',
    'notFound',
    'payloadTooLarge',
    'rateLimited',
    'internal',
    'providerFailed',
    'unavailable',
    'timedOut',
    'providerOverloaded',
  ],

  handle: (input, context: GatewayContext) =>
    continued(input, context).catch((error: unknown) => {
      throw isGatewayError(error) ? withErrorType(error) : error;
    }),
});

type Input = OperationInput<unknown, unknown, ChatCompletionRequest>;

async function continued(
  { request, body, caller, trace }: Input,
  context: GatewayContext,
): Promise<GatewayResponse> {
  const { clock, report, inference } = context;
  const read = readChatCompletion(body);
  if (!('request' in read)) throw invalidRequest(read);
  const models = await modelsFor(read, caller, context);
  const generation = trace?.generation({
    task: 'chat',
    model: read.request.model,
    prompt: () => JSON.stringify(body.messages),
    parameters: recordedParameters(body),
  });
  const { stickiness } = inference;
  const session = sessionOf(read, request, caller);
  const isHome = (endpoint: EndpointId) =>
    session !== undefined && stickiness.isHome(session, endpoint);
  const candidates = candidatesFor(read, models, caller, { inference, isHome });
  const onServed = (candidate: ChatCandidate) => {
    if (session !== undefined) stickiness.served(session, candidate);
  };
  return infer(chatKind(read.request, inference.conversations, onServed), candidates, {
    inference,
    clock,
    report,
    request,
    accountId: caller?.creditAccountId ?? null,
    trace: generation,
  });
}

/** Returns the models that may serve. Throws a 404 for those that this caller cannot use. */
async function modelsFor(
  { models }: ReadChatCompletion,
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
      throw new GatewayError('notFound', { message: `Model not found: ${name}` });
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
  { sessionId, request: { extras } }: ReadChatCompletion,
  { headers }: Pick<GatewayRequest, 'headers'>,
  caller: ApiKey | undefined,
): string | undefined {
  const { prompt_cache_key: cacheKey } = extras;
  const named = sessionId ?? sessionIdIn(headers);
  const session = named ?? (typeof cacheKey === 'string' ? cacheKey : undefined);
  return session === undefined ? undefined : hashKey(`${caller?.hash ?? ''}\n${session}`);
}

function candidatesFor(
  { request, preferences, user }: ReadChatCompletion,
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

const RECORDED = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'reasoning_effort',
  'parallel_tool_calls',
] as const;

/** Returns the parameters that say nothing of what is said. */
function recordedParameters(
  body: ChatCompletionRequest,
): Readonly<Record<string, string | number | boolean>> {
  const recorded: Record<string, string | number | boolean> = {};
  for (const name of RECORDED) {
    const value = body[name];
    if (value !== undefined && value !== null) recorded[name] = value;
  }
  return recorded;
}
