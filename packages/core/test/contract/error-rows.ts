import {
  createMemoryCreditLedger,
  createMemoryKeyStore,
  hashKey,
  type AppliedGuardrail,
  type GatewayOptions,
} from '@model-gateway/core';
import { ADMIN_KEY, anAdminKey } from '../admin-builders.ts';
import { ACCOUNT, aProvider, MODEL, type Script } from '../images/image-builders.ts';
import { fails } from '../images/provider-scripts.ts';
import {
  type aWholeGateway,
  DESTINATION,
  INFERENCE,
  LONELY,
  MANAGEMENT,
  type Sent,
} from './whole-gateway.ts';

type Given = Parameters<typeof aWholeGateway>[0];

/** One cell of contract §9's table: how the status is provoked and what the answer says. */
export interface ErrorRow {
  readonly status: number;
  readonly why: string;
  readonly sent: Sent;
  readonly message: RegExp;
  readonly given?: Given;
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** Members that `error.metadata` has. */
  readonly metadata?: readonly string[];
}

const provider = (script: Script): Given => ({ providers: [aProvider('one', script)] });
const broken = async () => {
  throw new Error('the database at 10.0.0.7 says: password authentication failed');
};
const brokenStore = (stores: Partial<GatewayOptions['stores']>): Given => ({ stores });

const list = (path: string, headers = MANAGEMENT): Sent => ({ method: 'GET', path, headers });
const draw = (body: unknown = { model: MODEL, prompt: 'x' }, headers = INFERENCE): Sent => ({
  method: 'POST',
  path: '/images',
  headers,
  body,
});
const patch = (body: unknown, id = DESTINATION, more: Record<string, string> = {}): Sent => ({
  method: 'PATCH',
  path: `/observability/destinations/${id}`,
  headers: { ...MANAGEMENT, ...more },
  body,
});

const BROKEN_CATALOG = brokenStore({ models: { revision: broken, snapshot: broken } });
const BROKEN_GENERATIONS = brokenStore({
  generations: { add: broken, find: broken, activity: broken },
});

const NOTHING: AppliedGuardrail = {
  id: '00000000-0000-4000-8000-00000000000a',
  accountId: 'user_1',
  name: 'nothing',
  allowedModels: ['acme/other'],
  allowedProviders: null,
  zdr: false,
  usd: null,
  reset: null,
  scope: 'key',
};

const CHALLENGE = { 'www-authenticate': /^Bearer$/ };
const NO_HEADER = /^Missing authentication header$/;

/** 401 of every operation: without a header, and with a key that does not count. */
function unauthorized(sent: Sent): ErrorRow[] {
  return [
    {
      status: 401,
      why: 'no authentication header',
      sent: { ...sent, headers: {} },
      message: NO_HEADER,
      headers: CHALLENGE,
    },
    {
      status: 401,
      why: 'an unknown key',
      sent: { ...sent, headers: { authorization: 'Bearer unknown' } },
      message: /^Invalid API key$/,
      headers: CHALLENGE,
    },
  ];
}

/** 500 of every operation: a store that fails. */
function internal(sent: Sent, given: Given): ErrorRow {
  return { status: 500, why: 'a store fails', sent, given, message: /^Internal server error$/ };
}

/** The errors of an operation whose path names a model. */
function ofOneModel(pathOf: (name: string) => string): ErrorRow[] {
  return [
    {
      status: 400,
      why: 'a malformed escape',
      sent: list(pathOf('acme/%ZZ'), INFERENCE),
      message: /^Invalid request parameters: (?:slug|model) holds a malformed percent-escape/,
      metadata: ['issues'],
    },
    ...unauthorized(list(pathOf('acme/quill-1'))),
    {
      status: 404,
      why: 'an unknown model',
      sent: list(pathOf('acme/nothing'), INFERENCE),
      message: /^Model not found: acme\/nothing$/,
    },
    internal(list(pathOf('acme/quill-1')), BROKEN_CATALOG),
  ];
}

/** 400 of every list with paging. */
function badPage(path: string): ErrorRow {
  return {
    status: 400,
    why: 'a limit out of range',
    sent: list(`${path}?limit=101&offset=-1`),
    message: /^Invalid request parameters: /,
    metadata: ['issues'],
  };
}

function wrongKey(sent: Sent): ErrorRow {
  return {
    status: 403,
    why: 'an inference key',
    sent: { ...sent, headers: INFERENCE },
    message: /^Only management keys can perform this operation$/,
  };
}

const OWN = hashKey(ADMIN_KEY);
const UNKNOWN_KEY = `/keys/${'0'.repeat(64)}`;
const BROKEN_KEYS = {
  ...createMemoryKeyStore([anAdminKey({ creditAccountId: ACCOUNT })]),
  list: broken,
  get: broken,
  create: broken,
  update: broken,
  delete: broken,
};
const send = (method: string, path: string, body?: unknown): Sent => ({
  method,
  path,
  headers: MANAGEMENT,
  ...(body !== undefined && { body }),
});

/** Errors of every operation on keys of the account. */
function keyErrors(sent: Sent): ErrorRow[] {
  return [
    ...unauthorized(sent),
    wrongKey(sent),
    internal(sent, brokenStore({ keys: BROKEN_KEYS })),
    {
      status: 404,
      why: 'a host that administers its keys elsewhere',
      sent,
      given: brokenStore({ keys: { findByHash: BROKEN_KEYS.findByHash } }),
      message: /^Resource not found$/,
    },
  ];
}

/** Errors of an operation on one key. */
function oneKeyErrors(method: string, body?: unknown): ErrorRow[] {
  return [
    ...keyErrors(send(method, UNKNOWN_KEY, body)),
    {
      status: 400,
      why: 'a malformed hash',
      sent: send(method, '/keys/abc', body),
      message: /^Invalid request parameters: hash must be 64 lower-case hex characters, got "abc"$/,
      metadata: ['issues'],
    },
    {
      status: 404,
      why: 'an unknown hash',
      sent: send(method, UNKNOWN_KEY, body),
      message: /^Resource not found$/,
    },
  ];
}

/** By operation, every error that it answers with. */
export const ERROR_ROWS: Readonly<Record<string, readonly ErrorRow[]>> = {
  'GET /models': [
    {
      status: 400,
      why: 'a bad parameter',
      sent: list('/models?limit=0', INFERENCE),
      message: /^Invalid request parameters: limit must be a whole number from 1 to 1000, got 0$/,
      metadata: ['issues'],
    },
    ...unauthorized(list('/models')),
    internal(list('/models'), BROKEN_CATALOG),
  ],
  'POST /images': [
    {
      status: 400,
      why: 'a bad body',
      sent: draw({ model: MODEL }),
      message: /^Invalid request parameters: prompt is required/,
      metadata: ['issues'],
    },
    {
      status: 400,
      why: 'the provider refuses the content',
      sent: draw(),
      given: provider(fails('policy')),
      message: /^Invalid request parameters: ONE refused the request/,
      metadata: ['issues', 'attempts', 'provider_name'],
    },
    ...unauthorized(draw()),
    {
      status: 402,
      why: 'too little credit',
      sent: draw(),
      given: { inference: { ledger: createMemoryCreditLedger({ [ACCOUNT]: '0.039' }) } },
      message: /^Insufficient credits$/,
      metadata: ['required_usd'],
    },
    {
      status: 403,
      why: 'a management key',
      sent: draw(undefined, MANAGEMENT),
      message: /^Management keys cannot perform this operation$/,
    },
    {
      status: 403,
      why: 'an inference key where management keys are asked for',
      sent: draw(),
      given: { options: { permissions: { createImage: 'management' } } },
      message: /^Only management keys can perform this operation$/,
    },
    {
      status: 403,
      why: 'a guardrail',
      sent: draw(),
      given: brokenStore({ guardrails: { of: async () => [NOTHING] } }),
      message:
        /^Guardrail "nothing" of this key forbids the model acme\/paint-1: it allows acme\/other$/,
      metadata: ['error_type', 'guardrail', 'guardrail_id', 'guardrail_scope', 'model'],
    },
    {
      status: 404,
      why: 'an unknown model',
      sent: draw({ model: 'acme/nothing', prompt: 'x' }),
      message: /^Model not found: acme\/nothing$/,
    },
    {
      status: 413,
      why: 'a body past the limit',
      sent: draw(),
      given: { options: { maxBodyBytes: 10 } },
      message: /^Request payload too large$/,
      metadata: ['limit_bytes'],
    },
    {
      status: 413,
      why: 'the provider says it is too large',
      sent: draw(),
      given: provider(fails('too-large')),
      message: /^Request payload too large$/,
      metadata: ['attempts', 'provider_name'],
    },
    {
      status: 429,
      why: 'the rate limit of the key',
      sent: draw(),
      given: {
        inference: {
          limiter: {
            take: async () => ({ allowed: false, limit: 5, remaining: 0, resetSeconds: 7 }),
          },
        },
      },
      message: /^Rate limit exceeded$/,
      headers: { 'retry-after': /^7$/, 'ratelimit-limit': /^5$/, 'ratelimit-remaining': /^0$/ },
    },
    {
      status: 429,
      why: 'the rate limit of the provider',
      sent: draw(),
      given: provider(fails('rate-limited', 9000)),
      message: /^Rate limit exceeded$/,
      headers: { 'retry-after': /^9$/ },
      metadata: ['attempts', 'provider_name'],
    },
    internal(draw(), BROKEN_CATALOG),
    {
      status: 502,
      why: 'the provider fails',
      sent: draw(),
      given: provider(fails('server')),
      message: /^Provider returned error$/,
      metadata: ['attempts', 'provider_name'],
    },
    {
      status: 524,
      why: 'the provider takes too long',
      sent: draw(),
      given: provider(fails('timeout')),
      message: /^Request timed out, try again later$/,
      metadata: ['attempts', 'provider_name'],
    },
    {
      status: 529,
      why: 'the provider is overloaded',
      sent: draw(),
      given: provider(fails('overloaded')),
      message: /^Provider returned error$/,
      metadata: ['attempts', 'provider_name'],
    },
  ],
  'GET /observability/destinations': [
    badPage('/observability/destinations'),
    ...unauthorized(list('/observability/destinations')),
    wrongKey(list('/observability/destinations')),
    internal(
      list('/observability/destinations'),
      brokenStore({ destinations: { list: broken, get: broken, replace: broken } }),
    ),
  ],
  'PATCH /observability/destinations/{id}': [
    {
      status: 400,
      why: 'a bad member',
      sent: patch({ sampling_rate: 2 }),
      message:
        /^Invalid request parameters: sampling_rate must be a number from 0.0001 to 1, got 2$/,
      metadata: ['issues'],
    },
    {
      status: 400,
      why: 'an id that is not a UUID',
      sent: patch({}, 'seven'),
      message: /^Invalid request parameters: id must be a UUID, got "seven"$/,
      metadata: ['issues'],
    },
    {
      status: 400,
      why: 'an id with a malformed escape',
      sent: patch({}, '%ZZ'),
      message: /^Invalid request parameters: id holds a malformed percent-escape/,
      metadata: ['issues'],
    },
    ...unauthorized(patch({})),
    wrongKey(patch({})),
    {
      status: 404,
      why: 'an unknown id',
      sent: patch({}, '00000000-0000-4000-8000-00000000dead'),
      message: /^Resource not found/,
    },
    {
      status: 409,
      why: 'a stale if-match',
      sent: patch({ name: 'x' }, DESTINATION, { 'if-match': '"stale"' }),
      message: /^Resource conflict, try again later$/,
    },
    {
      status: 413,
      why: 'a body past the limit',
      sent: patch({ name: 'a longer name' }),
      given: { options: { maxBodyBytes: 10 } },
      message: /^Request payload too large$/,
    },
    internal(
      patch({}),
      brokenStore({ destinations: { list: broken, get: broken, replace: broken } }),
    ),
  ],
  'GET /organization/members': [
    badPage('/organization/members'),
    ...unauthorized(list('/organization/members')),
    wrongKey(list('/organization/members')),
    {
      status: 404,
      why: 'an account without an organization',
      sent: list('/organization/members', LONELY),
      message: /^Resource not found$/,
    },
    internal(list('/organization/members'), brokenStore({ members: { list: broken } })),
  ],
  'GET /guardrails/assignments/members': [
    badPage('/guardrails/assignments/members'),
    ...unauthorized(list('/guardrails/assignments/members')),
    wrongKey(list('/guardrails/assignments/members')),
    internal(
      list('/guardrails/assignments/members'),
      brokenStore({ assignments: { list: broken } }),
    ),
  ],
  'GET /models/user': [
    {
      status: 400,
      why: 'an offset out of range',
      sent: list('/models/user?offset=-1', INFERENCE),
      message: /^Invalid request parameters: offset /,
      metadata: ['issues'],
    },
    ...unauthorized(list('/models/user')),
    internal(list('/models/user'), BROKEN_CATALOG),
  ],
  'GET /models/count': [
    {
      status: 400,
      why: 'an unknown modality',
      sent: list('/models/count?output_modalities=poems', INFERENCE),
      message: /^Invalid request parameters: output_modalities /,
      metadata: ['issues'],
    },
    ...unauthorized(list('/models/count')),
    internal(list('/models/count'), BROKEN_CATALOG),
  ],
  'GET /model/{author}/{slug}': ofOneModel((name) => `/model/${name}`),
  'GET /models/{model}': ofOneModel((name) => `/models/${name.replace('/', '%2F')}`),
  'GET /models/{author}/{slug}/endpoints': ofOneModel((name) => `/models/${name}/endpoints`),
  'GET /endpoints/zdr': [
    ...unauthorized(list('/endpoints/zdr')),
    internal(list('/endpoints/zdr'), BROKEN_CATALOG),
  ],
  'GET /providers': unauthorized(list('/providers')),
  'GET /generation': [
    {
      status: 400,
      why: 'no id',
      sent: list('/generation', INFERENCE),
      message: /^Invalid request parameters: id is required/,
      metadata: ['issues'],
    },
    ...unauthorized(list('/generation?id=gen-1')),
    {
      status: 404,
      why: 'an unknown id',
      sent: list('/generation?id=gen-1', INFERENCE),
      message: /^Resource not found$/,
    },
    internal(list('/generation?id=gen-1'), BROKEN_GENERATIONS),
  ],
  'GET /activity': [
    {
      status: 400,
      why: 'a day that is not one',
      sent: list('/activity?date=tomorrow'),
      message: /^Invalid request parameters: date /,
      metadata: ['issues'],
    },
    ...unauthorized(list('/activity')),
    wrongKey(list('/activity')),
    {
      status: 404,
      why: 'a host that keeps no generations',
      sent: list('/activity'),
      given: { stores: { generations: undefined } },
      message: /^Resource not found$/,
    },
    internal(list('/activity'), BROKEN_GENERATIONS),
  ],
  'GET /credits': [
    ...unauthorized(list('/credits')),
    wrongKey(list('/credits')),
    {
      status: 404,
      why: 'a key without a credit account',
      sent: list('/credits', LONELY),
      message: /^Resource not found$/,
    },
    internal(list('/credits'), {
      inference: { ledger: { ...createMemoryCreditLedger(), totals: broken } },
    }),
  ],
  'GET /key': [
    ...unauthorized(list('/key')),
    internal(list('/key'), brokenStore({ keys: BROKEN_KEYS })),
  ],
  'GET /keys': [badPage('/keys'), ...keyErrors(list('/keys'))],
  'POST /keys': [
    {
      status: 400,
      why: 'no name',
      sent: send('POST', '/keys', {}),
      message: /^Invalid request parameters: name is required/,
      metadata: ['issues'],
    },
    ...keyErrors(send('POST', '/keys', { name: 'x' })),
    {
      status: 409,
      why: 'a key that pays from no account',
      sent: { ...send('POST', '/keys', { name: 'x' }), headers: LONELY },
      message: /^Resource conflict: the calling key has no credit account/,
      headers: { 'x-should-retry': /^false$/ },
    },
    {
      status: 413,
      why: 'a body past the limit',
      sent: send('POST', '/keys', { name: 'a longer name' }),
      given: { options: { maxBodyBytes: 10 } },
      message: /^Request payload too large$/,
    },
  ],
  'GET /keys/{hash}': oneKeyErrors('GET'),
  'PATCH /keys/{hash}': [
    ...oneKeyErrors('PATCH', { name: 'x' }),
    {
      status: 409,
      why: 'a key that disables itself',
      sent: send('PATCH', `/keys/${OWN}`, { disabled: true }),
      message: /^Resource conflict: a key cannot disable itself$/,
    },
    {
      status: 413,
      why: 'a body past the limit',
      sent: send('PATCH', UNKNOWN_KEY, { name: 'a longer name' }),
      given: { options: { maxBodyBytes: 10 } },
      message: /^Request payload too large$/,
    },
  ],
  'DELETE /keys/{hash}': [
    ...oneKeyErrors('DELETE'),
    {
      status: 409,
      why: 'a key that deletes itself',
      sent: send('DELETE', `/keys/${OWN}`),
      message: /^Resource conflict: a key cannot delete itself$/,
    },
  ],
};
