import {
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryGuardrailAssignmentStore,
  createMemoryGuardrailStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type GatewayOptions,
  type Guardrail,
  type GuardrailAssignment,
  type Provider,
} from '@model-gateway/core';
import { aKey, anArchitecture, anEntry, NOW } from '../builders.ts';
import { aTalker, anEndpoint as aChatEndpoint, MODEL as QUILL } from '../chat/chat-builders.ts';
import {
  anEmbedder,
  anEndpoint as anEmbeddingEndpoint,
  aRanker,
  aRanking,
  ATLAS,
  counts,
  SIEVE,
} from '../embeddings/embedding-builders.ts';
import {
  anEndpoint as anImageEndpoint,
  aProvider,
  MODEL as PAINT,
  works,
} from '../images/image-builders.ts';

export const MEMBER = { organizationId: 'org_1', userId: 'user_1' };
const ACCOUNT = 'account-1';
export const GUARDRAIL = '00000000-0000-4000-8000-00000000000a';

export function aGuardrail(given: Partial<Guardrail> = {}): Guardrail {
  return {
    id: GUARDRAIL,
    accountId: MEMBER.organizationId,
    name: 'careful',
    allowedModels: null,
    allowedProviders: null,
    zdr: false,
    usd: null,
    reset: null,
    ...given,
  };
}

/** Assigns a guardrail to the member whose key `aScene` has. */
export function ofMember(
  guardrail_id = GUARDRAIL,
  given: Partial<GuardrailAssignment> = {},
): GuardrailAssignment {
  const { organizationId: organization_id, userId: user_id } = MEMBER;
  const id = guardrail_id.replace('8000', '9000');
  const created_at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    guardrail_id,
    user_id,
    assigned_by: 'user_2',
    organization_id,
    created_at,
    ...given,
  };
}

/** A provider of all faces, and what each was asked. */
export interface Whole extends Provider {
  /** How many calls came, of all faces. */
  asked(): number;
}

/** A provider with a model of each kind. */
export function aWhole(slug: string, isZeroRetention?: boolean): Whole {
  const zdr = isZeroRetention === undefined ? {} : { isZeroRetention };
  const talker = aTalker(slug, undefined, aChatEndpoint(zdr));
  const painter = aProvider(slug, works, anImageEndpoint(zdr));
  const embedder = anEmbedder(slug, counts, anEmbeddingEndpoint(zdr));
  const ranker = aRanker(slug, undefined, aRanking(zdr));
  const all = [talker, painter, embedder, ranker];
  return {
    slug,
    name: slug.toUpperCase(),
    chat: talker.chat,
    images: painter.images,
    embeddings: embedder.embeddings,
    rerank: ranker.rerank,
    asked: () => all.reduce((sum, { jobs }) => sum + jobs.length, 0),
  };
}

const SAID = [{ role: 'user', content: 'Hi' }];

/** A request of every operation that asks a provider. */
export const CALLS = [
  ['/chat/completions', { model: QUILL, messages: SAID, max_tokens: 2 }],
  ['/messages', { model: QUILL, messages: SAID, max_tokens: 2 }],
  ['/responses', { model: QUILL, input: 'Hi', max_output_tokens: 20 }],
  ['/images', { model: PAINT, prompt: 'red panda' }],
  ['/embeddings', { model: ATLAS, input: 'red panda' }],
  ['/rerank', { model: SIEVE, query: 'panda', documents: ['a', 'b'] }],
] as const;

export const COUNT = ['/messages/count_tokens', { model: QUILL, messages: SAID }] as const;

export interface GivenScene {
  readonly guardrails?: readonly Guardrail[];
  readonly members?: readonly GuardrailAssignment[];
  /** Ids of the guardrails of the key. */
  readonly ofKey?: readonly string[];
  readonly providers?: readonly Provider[];
  readonly keys?: readonly ApiKey[];
  readonly options?: Partial<GatewayOptions>;
  readonly stores?: Partial<GatewayOptions['stores']>;
}

/** A gateway with a model of each kind, a key of a member, and what guardrails say. */
export function aGuardedGateway(given: GivenScene = {}) {
  const { guardrails = [], members = [], ofKey = [], providers = [aWhole('one')] } = given;
  const key = aKey({ ...MEMBER, creditAccountId: ACCOUNT });
  const assignments = createMemoryGuardrailAssignmentStore(members);
  const keys = ofKey.map((guardrailId) => ({ guardrailId, keyHash: key.hash }));
  const store = createMemoryGuardrailStore({ guardrails, assignments, keys });
  const clock = createManualClock(NOW);
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '100' });
  const errors: unknown[] = [];
  const makes = (id: string, output: 'text' | 'image' | 'embeddings' | 'rerank') =>
    anEntry({ id, architecture: anArchitecture({ output_modalities: [output] }) });
  const gateway = createGateway({
    clock,
    providers,
    inference: { ledger, random: () => 0.5 },
    onError: (error) => errors.push(error),
    ...given.options,
    stores: {
      models: createMemoryModelStore(
        [
          makes(QUILL, 'text'),
          makes(PAINT, 'image'),
          makes(ATLAS, 'embeddings'),
          makes(SIEVE, 'rerank'),
        ],
        'r1',
      ),
      keys: createMemoryKeyStore([key, ...(given.keys ?? [])]),
      assignments,
      guardrails: store,
      ...given.stores,
    },
  });
  return { gateway, clock, ledger, errors, store, assignments };
}
