import { modelNotFound } from '../catalog/model-not-found.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import type { GatewayResponse } from '../http/message.ts';
import { infer, type Kind } from '../inference/infer.ts';
import { guardrailForbids } from '../accounts/guardrail-forbids.ts';
import { againstModel } from '../inference/routing/guarded.ts';
import type { RoutingContext } from '../inference/routing/find-candidates.ts';
import type { Routable } from '../inference/routing/preferences.ts';
import { wantedModel, type WantedModel } from '../inference/routing/wanted-model.ts';
import { isPromise, type MaybePromise } from '../ports/maybe-promise.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Model } from '../resources/model.ts';
import { hashKey } from '../secrets/hash-key.ts';
import type { GenerationStart, GenerationTrace } from '../telemetry/generation-trace.ts';
import { sessionIdIn } from '../telemetry/trace-headers.ts';
import { originOf } from './account.ts';
import type { OperationInput } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** What all operations have in common that have a provider make something. */
export const INFERENCE = {
  method: 'POST',
  permission: 'inference',
  limiter: ({ inference }: GatewayContext) => inference.limiter,
  errors: [
    'insufficientCredits',
    'managementKeyRequired',
    'guardrailForbids',
    'notFound',
    'conflict',
    'providerFailed',
    'timedOut',
    'providerOverloaded',
  ],
} as const;

type Output = Model['architecture']['output_modalities'][number];

/** What a model is asked for, and what an error calls it. */
const NOUNS = {
  text: 'text',
  image: 'images',
  embeddings: 'embeddings',
  rerank: 'rankings',
} as const satisfies Partial<Record<Output, string>>;

/** Returns the guardrails that hold for a caller; none for a request without one. */
export function guardrailsOf(
  caller: ApiKey | undefined,
  { inference: { guardrails } }: Pick<GatewayContext, 'inference'>,
): MaybePromise<readonly AppliedGuardrail[]> {
  return caller === undefined || guardrails === undefined ? [] : guardrails.of(caller);
}

/** What a caller asks for, of what it may use. */
export interface AskedModels {
  readonly models: readonly WantedModel[];
  readonly guardrails: readonly AppliedGuardrail[];
}

/**
 * Returns the models that are called by these names, by ids of the catalog or by names of the
 * host's, and the guardrails of the caller. Throws a 404 for those that this caller cannot use, a 403
 * for those that a guardrail forbids, and a 400 for those that make something else. Source: contract
 * §4.3, §6.3, §12.6.
 */
export async function modelsFor(
  names: readonly string[],
  output: keyof typeof NOUNS,
  caller: ApiKey | undefined,
  context: GatewayContext,
): Promise<AskedModels> {
  const catalog = await context.catalog.current();
  const applying = guardrailsOf(caller, context);
  const guardrails = isPromise(applying) ? await applying : applying;
  const { aliases = NO_ALIASES } = context.inference.conversations;
  const models = names.map((name) => {
    const wanted = wantedModel(name, (id) => catalog.find(id) !== undefined, aliases);
    const entry = wanted && catalog.find(wanted.id);
    const isAllowed = caller?.allowedModels?.includes(wanted?.id ?? name) ?? true;
    if (wanted === undefined || entry === undefined || !isAllowed) {
      throw modelNotFound(name, catalog, output, caller);
    }
    const against = againstModel(wanted.id, guardrails);
    if (against !== undefined) {
      const allowed = against.allowedModels?.slice(0, MOST_NAMED).join(', ');
      const what = `the model ${name}: it allows ${allowed}`;
      throw guardrailForbids(against, what, { model: wanted.id });
    }
    const { output_modalities: outputs } = entry.model.architecture;
    if (!outputs.includes(output)) {
      const message = `model ${name} makes ${outputs.join(', ')}, not ${NOUNS[output]}`;
      throw invalidRequest([{ path: 'model', message }]);
    }
    return wanted;
  });
  if (models.length === 1) return { models, guardrails };
  // One model may have several names here, and its endpoints are tried once.
  const isFirst = (one: WantedModel) => models.find(({ id }) => id === one.id) === one;
  return { models: models.filter(isFirst), guardrails };
}

const NO_ALIASES: Readonly<Record<string, string>> = {};

/** Of the models that a guardrail allows, in a sentence. */
const MOST_NAMED = 10;

/** Returns the gateway's own part in the choice of endpoints. */
export function routingOf(
  { inference }: Pick<GatewayContext, 'inference'>,
  guardrails: readonly AppliedGuardrail[],
): RoutingContext {
  const { providers, breakers, statistics, conversations, random } = inference;
  const isDrawn = conversations.routing !== 'cheapest';
  return { providers, breakers, statistics, guardrails, random: isDrawn ? random : undefined };
}

/** Returns the endpoints in order; throws what excludes all of them. */
export function candidatesOr<Candidate>(
  found: readonly Candidate[] | GatewayError,
): readonly Candidate[] {
  if (found instanceof GatewayError) throw found;
  return found;
}

/**
 * Returns a pseudonym of the caller's end user. Nobody can tell from it who it is, nor whether two
 * callers have the same user.
 */
export function pseudonymOf(
  user: string | null | undefined,
  caller: ApiKey | undefined,
): string | undefined {
  return user == null ? undefined : hashKey(`${caller?.hash ?? ''}\n${user}`);
}

/** One request, as far as all operations of inference treat it alike. */
export interface InferenceRequest<Candidate extends Routable, Step> {
  /** What is recorded of it; the model as the client names it. */
  readonly start: GenerationStart;
  /** Those that hold for the caller. */
  readonly guardrails: readonly AppliedGuardrail[];
  /** Returns the endpoints in order. What it throws is the answer. */
  candidates(): readonly Candidate[];
  kind(trace: GenerationTrace | undefined): Kind<Candidate, Step>;
  /**
   * Estimates the tokens that it will use, for keys with a limit of them. Without it they count once
   * they are known.
   */
  estimateTokens?(): number;
}

/**
 * Answers a request by the first endpoint that responds: recorded, paid for, and once for an
 * idempotency key. Source: contract §4.6, §4.7, §12.13.
 */
export function serve<Candidate extends Routable, Step>(
  {
    start,
    guardrails,
    candidates,
    kind,
    estimateTokens = () => 0,
  }: InferenceRequest<Candidate, Step>,
  { operation, request, body, memory, caller, trace }: OperationInput<unknown, unknown, unknown>,
  { clock, report, inference }: GatewayContext,
): Promise<GatewayResponse> {
  const generation = trace?.generation(start);
  const found = candidates();
  return infer(kind(generation), found, {
    inference,
    clock,
    report,
    request,
    asked: { caller, body },
    memory: generation?.keepsContent === true ? undefined : memory,
    caller,
    guardrails,
    estimateTokens,
    origin: originOf(
      operation,
      start.model,
      caller,
      start.sessionId ?? sessionIdIn(request.headers),
    ),
    trace: generation,
  });
}
