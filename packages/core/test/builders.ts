import assert from 'node:assert/strict';
import {
  createApiKey,
  createGateway,
  createManualClock,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type ApiKeyOverrides,
  type BudgetStore,
  type CatalogEntry,
  type Gateway,
  type GatewayOptions,
  type Generation,
  type GenerationStore,
  type KeyStore,
  type ManualClock,
  type Model,
  type ModelSignals,
  type ModelStore,
} from '@model-gateway/core';
import {
  encodeResponse,
  type GatewayHandler,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core/http';

/** The moment at which tests take place: 2026-08-01T12:00:00Z, in milliseconds. */
export const NOW = Date.UTC(2026, 7, 1, 12);
export const NOW_SECONDS = NOW / 1000;

/** A key that `aGateway` knows and `get` sends by default. */
export const KEY_TEXT = 'mg-v1-test-key';

/** A clock that stands still until `advance`. */
export function aClock(milliseconds: number = NOW): ManualClock {
  return createManualClock(milliseconds);
}

/** A text model with every required member of contract §8.1 and none of the optional ones. */
export function aModel(given: Partial<Model> = {}): Model {
  const id = given.id ?? 'acme/model';
  return {
    id,
    canonical_slug: `${id}-20260101`,
    name: id,
    created: NOW_SECONDS - 86_400,
    context_length: 8192,
    architecture: anArchitecture(),
    default_parameters: null,
    links: { details: `/v1/models/${id}/endpoints` },
    per_request_limits: null,
    pricing: { prompt: '0.000001', completion: '0.000002' },
    supported_parameters: [],
    supported_voices: null,
    top_provider: { is_moderated: false, context_length: 8192, max_completion_tokens: null },
    ...given,
  };
}

export function anArchitecture(given: Partial<Model['architecture']> = {}): Model['architecture'] {
  return {
    modality: 'text->text',
    input_modalities: ['text'],
    output_modalities: ['text'],
    ...given,
  };
}

export function anEntry(model: Partial<Model> = {}, signals: ModelSignals = {}): CatalogEntry {
  return { model: aModel(model), signals };
}

/** Entries with the ids `acme/1`, `acme/2` and so on. */
export function someEntries(count: number): CatalogEntry[] {
  return Array.from({ length: count }, (_, i) => anEntry({ id: `acme/${i + 1}` }));
}

/** `value` where the types ask for something else: what stored data may hold and our types do not. */
export function stored<T>(value: unknown): T {
  // The point of the callers: stored data is not what its type says.
  return value as T;
}

/** An active inference key without an expiry that may see all models. */
export function aKey({
  text = KEY_TEXT,
  ...given
}: ApiKeyOverrides & { text?: string } = {}): ApiKey {
  return createApiKey(text, { label: 'test key', ...given });
}

export interface GivenGateway extends Omit<Partial<GatewayOptions>, 'stores'> {
  readonly entries?: readonly CatalogEntry[];
  readonly revision?: string;
  readonly models?: ModelStore;
  readonly keys?: readonly ApiKey[] | KeyStore;
  readonly generations?: GenerationStore;
  readonly budgets?: BudgetStore;
}

/** A gateway over memory stores with one key, its clock at `NOW`. */
export function aGateway(given: GivenGateway = {}): Gateway {
  const { entries = [], revision = 'r1', models, keys = [aKey()], ...rest } = given;
  const { generations, budgets, ...options } = rest;
  return createGateway({
    clock: aClock(),
    // Tests that provoke errors look at them or not, and never print them.
    onError: () => {},
    ...options,
    stores: {
      models: models ?? createMemoryModelStore(entries, revision),
      keys: 'findByHash' in keys ? keys : createMemoryKeyStore(keys),
      generations,
      budgets,
    },
  });
}

/** A generation of noon of a Saturday, as stores keep it. */
export function aGeneration(given: Partial<Generation> = {}): Generation {
  return {
    id: 'gen-1',
    createdAt: Date.UTC(2026, 0, 10, 12),
    operation: 'createChatCompletion',
    accountId: 'org_1',
    keyHash: 'a'.repeat(64),
    userId: 'user_1',
    workspaceId: '00000000-0000-4000-8000-000000000001',
    sessionId: null,
    model: 'acme/quill',
    provider: { slug: 'acme', name: 'Acme' },
    isStream: false,
    isCancelled: false,
    finishReason: 'stop',
    ms: 12,
    firstOutputMs: 3,
    promptTokens: 10,
    completionTokens: 20,
    reasoningTokens: null,
    cachedTokens: null,
    costUsd: '0.1',
    ...given,
  };
}

/** The header that `KEY_TEXT`, or another key, is sent in. */
export function bearer(text: string = KEY_TEXT): Record<string, string> {
  return { authorization: `Bearer ${text}` };
}

/** A request as an adapter hands it in. */
export function aRequest(url: string, given: Partial<GatewayRequest> = {}): GatewayRequest {
  const mark = url.indexOf('?');
  return {
    method: 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark),
    mount: '/v1',
    headers: {},
    body: { kind: 'none' },
    ...given,
  };
}

/** A request with this key, and with a body that the host has parsed. */
export function aKeyedPost(
  url: string,
  key: string,
  value: unknown,
  given: Partial<GatewayRequest> = {},
): GatewayRequest {
  const body = { kind: 'parsed', value } as const;
  return aRequest(url, { method: 'POST', headers: bearer(key), body, ...given });
}

/** A request with a body of JSON and the usual key. */
export function aPost(
  url: string,
  body: unknown,
  given: Partial<GatewayRequest> = {},
): GatewayRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return aRequest(url, {
    method: 'POST',
    headers: bearer(),
    body: { kind: 'bytes', read: async () => bytes },
    ...given,
  });
}

/** Sends a body of JSON with the usual key; returns the answer with its own body unread. */
export async function post(
  gateway: Handling,
  url: string,
  body: unknown,
  given: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  const response = await gateway.handle(aPost(url, body, given));
  assert.ok(response, `POST ${url} was not answered`);
  return response;
}

/** A response as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export function toAnswer(response: GatewayResponse | undefined): Answer {
  assert.ok(response, 'the gateway says that the request is not its own');
  const { status, headers, parts } = encodeResponse(response);
  return { status, headers, text: Buffer.concat(parts).toString('utf8') };
}

interface Handling {
  readonly handle: GatewayHandler;
}

/** GET with the usual key; `headers` are added to it, and undefined ones taken away. */
export async function get(
  gateway: Handling,
  url: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  given: Partial<GatewayRequest> = {},
): Promise<Answer> {
  const all = Object.entries({ ...bearer(), ...headers });
  const sent = all.filter((pair): pair is [string, string] => pair[1] !== undefined);
  const request = aRequest(url, { ...given, headers: Object.fromEntries(sent) });
  return toAnswer(await gateway.handle(request));
}

export async function head(
  gateway: Handling,
  url: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Answer> {
  return get(gateway, url, headers, { method: 'HEAD' });
}

/** The answer of GET /models, contract §3. */
export interface ModelList {
  readonly data: readonly Model[];
  readonly total_count: number;
  readonly links: { readonly next: string | null };
}

/** The error envelope, contract §9. */
export interface Envelope {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly metadata?: { readonly issues?: readonly { path: string; message: string }[] };
  };
  readonly user_id?: string | null;
}

export function listOf({ status, text }: Answer): ModelList {
  assert.equal(status, 200, text);
  // A 200 of GET /models; response-schema.test.ts checks the shape.
  return JSON.parse(text) as ModelList;
}

export function envelopeOf(answer: Answer): Envelope {
  assert.ok(answer.status >= 400, `expected an error, got ${answer.status}`);
  // Errors have one shape; errors.test.ts checks it.
  return JSON.parse(answer.text) as Envelope;
}

/** The list that `/models` + `search` answers with. */
export async function list(
  gateway: Handling,
  search: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<ModelList> {
  return listOf(await get(gateway, `/models${search}`, headers));
}

/** The ids that `/models` + `search` answers with, in its order. */
export async function ids(
  gateway: Handling,
  search: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<string[]> {
  return (await list(gateway, search, headers)).data.map(({ id }) => id);
}

/** The problems that `/models` + `search` is refused for with a 400. */
export async function issues(gateway: Handling, search: string) {
  const answer = await get(gateway, `/models${search}`);
  assert.equal(answer.status, 400, answer.text);
  return envelopeOf(answer).error.metadata?.issues ?? [];
}

/** The text of a URL's escaped parameters: `?a=1&b=x%20y`. */
export function searchOf(parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(pairs)}`;
}
