import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import {
  createApiKey,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  hashKey,
  StoreUnavailableError,
  type FailureClass,
  type IdempotencyStore,
} from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { createMockGateway, startMockGateway, type MockKeyName } from '@model-gateway/mock';
import type { OpenApiDocument } from '@model-gateway/openapi';
import { answerOf, type Answer, type Sent } from './answers.ts';
import { aFailingGateway, INFERENCE, MANAGEMENT } from './failing-gateway.ts';
import { createResponseCheck, type ResponseCheck } from './response-checker.ts';

const FILE = new URL('../../../../fixtures/openapi.json', import.meta.url);

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const mock = createMockGateway();
const PAINT = { model: 'acme/paint-1', prompt: 'a red panda', size: '64x64' };

let check: ResponseCheck;
/** `listModels 200`, for every answer that was checked. */
const seen = new Set<string>();
let documented: string[];
let destination: string;

before(async () => {
  const document: OpenApiDocument = JSON.parse(await readFile(FILE, 'utf8'));
  check = createResponseCheck(document);
  documented = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    );
  const list = await answerOf(mock.handle, {
    method: 'GET',
    path: '/observability/destinations?limit=1',
    headers: bearer(mock.managementKey),
  });
  destination = JSON.parse(list.text).data[0].id;
});

/** Sends the request; its answer has this status and is what the document says of it. */
async function documentedAnswer(
  operationId: string,
  status: number,
  sent: Sent,
  handler: GatewayHandler = mock.handle,
): Promise<Answer> {
  const answer = await answerOf(handler, sent);
  assert.equal(answer.status, status, answer.text.slice(0, 300));
  assert.deepEqual(check(operationId, answer), []);
  seen.add(`${operationId} ${status}`);
  return answer;
}

async function isAsDocumented(...test: Parameters<typeof documentedAnswer>): Promise<void> {
  await documentedAnswer(...test);
}

/** A request with an idempotency key whose first request still runs is a conflict. */
async function isRepetition(operationId: string, sent: Sent): Promise<void> {
  const idempotency: IdempotencyStore = {
    begin: async () => ({ state: 'running' }),
    finish: async () => undefined,
  };
  const gateway = await aFailingGateway({ idempotency });
  const headers = { ...bearer(INFERENCE), 'idempotency-key': 'order-7c21' };
  await isAsDocumented(operationId, 409, { ...sent, headers }, gateway);
}

const get = (path: string, key: MockKeyName | undefined = 'management'): Sent => ({
  method: 'GET',
  path,
  headers: bearer(mock.keys[key]),
});
const draw = (body: object = {}, key: MockKeyName = 'inference'): Sent => ({
  method: 'POST',
  path: '/images',
  headers: bearer(mock.keys[key]),
  body: { ...PAINT, ...body },
});
const talk = (path: string, body: object, key: MockKeyName = 'inference'): Sent => ({
  method: 'POST',
  path,
  headers: bearer(mock.keys[key]),
  body,
});
const patch = (body: unknown, key: MockKeyName = 'management', id = destination): Sent => ({
  method: 'PATCH',
  path: `/observability/destinations/${id}`,
  headers: bearer(mock.keys[key]),
  body,
});
const withKey = (sent: Sent, key: string): Sent => ({ ...sent, headers: bearer(key) });
const broken = async () => {
  throw new Error('a store that fails');
};

const unreachable = async () => {
  throw new StoreUnavailableError('away', 'the database cannot be reached');
};

describe('answers to GET /models are as documented', () => {
  const paths = [
    '/models',
    '/models?output_modalities=all',
    '/models?output_modalities=all&limit=7&offset=14&sort=pricing-low-to-high',
    '/models?q=nothing-has-this-name',
    '/models?use_rss=true&limit=20',
    '/models?use_rss=1&use_rss_chat_links=1&category=programming',
  ];
  for (const path of paths) {
    it(path, () => isAsDocumented('listModels', 200, get(path)));
  }

  it('with a current entity tag', async () => {
    const sent = get('/models?limit=5');
    const { headers } = await documentedAnswer('listModels', 200, sent);
    const again = { ...sent, headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' } };
    await isAsDocumented('listModels', 304, again);
  });

  it('with a bad parameter', () =>
    isAsDocumented('listModels', 400, get('/models?limit=0&sort=best')));

  it('without a catalog', async () => {
    const gateway = await aFailingGateway({
      stores: { models: { revision: broken, snapshot: broken } },
    });
    await isAsDocumented('listModels', 500, withKey(get('/models'), INFERENCE), gateway);
  });
});

describe('answers to POST /images are as documented', () => {
  const bodies = [
    {},
    { n: 3, size: undefined, resolution: '512', aspect_ratio: '9:19.5', quality: 'high' },
    { model: 'inkwell/linocut-v2-svg', size: undefined },
    { stream: true },
    { stream: true, n: 2 },
    { stream: true, model: 'inkwell/linocut-v2-svg', size: undefined },
  ];
  for (const body of bodies) {
    it(JSON.stringify(body), async () => {
      const { headers } = await documentedAnswer('createImage', 200, draw(body));
      const type = body.stream ? /^text\/event-stream/ : /^application\/json/;
      assert.match(headers['content-type'] ?? '', type);
    });
  }

  it('with a bad body', () => isAsDocumented('createImage', 400, draw({ prompt: '', n: 11 })));

  it('without credits', () => isAsDocumented('createImage', 402, draw({}, 'broke')));

  it('with a management key', () => isAsDocumented('createImage', 403, draw({}, 'management')));

  it('with an unknown model', () =>
    isAsDocumented('createImage', 404, draw({ model: 'acme/nothing' })));

  it('up to the rate limit and past it', async () => {
    const limited = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
    await isAsDocumented('createImage', 200, draw(), limited.handle);
    await isAsDocumented('createImage', 429, draw(), limited.handle);
  });

  it('with a body past the limit', async () => {
    const gateway = await aFailingGateway({ maxBodyBytes: 10 });
    await isAsDocumented('createImage', 413, withKey(draw(), INFERENCE), gateway);
  });

  it('without a catalog', async () => {
    const gateway = await aFailingGateway({
      stores: { models: { revision: broken, snapshot: broken } },
    });
    await isAsDocumented('createImage', 500, withKey(draw(), INFERENCE), gateway);
  });

  it('while the request of the same idempotency key runs', () =>
    isRepetition('createImage', draw()));

  const failures: readonly (readonly [FailureClass, number])[] = [
    ['policy', 400],
    ['too-large', 413],
    ['rate-limited', 429],
    ['server', 502],
    ['timeout', 524],
    ['overloaded', 529],
  ];
  for (const [failure, status] of failures) {
    it(`when the provider's failure is ${failure}`, async () => {
      const gateway = await aFailingGateway({ provider: failure });
      await isAsDocumented('createImage', status, withKey(draw(), INFERENCE), gateway);
    });
  }
});

type Body = Readonly<Record<string, unknown>>;

/** An operation of conversations: what it is asked, and what is wrong with `bad`. */
interface Dialect {
  readonly operationId: string;
  readonly path: string;
  readonly hello: Body;
  readonly bodies: readonly Body[];
  readonly bad: Body;
  /** Whether no provider is asked, and nothing charged. */
  readonly isFree?: true;
}

const TOOL = { name: 'weather', parameters: { type: 'object', properties: {} } };
const CHAT_TOOLS = { tools: [{ type: 'function', function: TOOL }], tool_choice: 'required' };
const TOOLS = { tools: [{ type: 'function', ...TOOL }], tool_choice: 'required' };

const MESSAGE = { model: 'acme/quill-1', messages: [{ role: 'user', content: 'Hello' }] };
const MESSAGE_TOOLS = {
  tools: [{ name: 'weather', input_schema: TOOL.parameters }],
  tool_choice: { type: 'any' },
};

const DIALECTS: readonly Dialect[] = [
  {
    operationId: 'createMessage',
    path: '/messages',
    hello: MESSAGE,
    bodies: [
      { max_tokens: 1 },
      MESSAGE_TOOLS,
      { stream: true },
      { stream: true, ...MESSAGE_TOOLS },
    ],
    bad: { messages: [], thinking: { type: 'deep' } },
  },
  {
    operationId: 'countMessageTokens',
    path: '/messages/count_tokens',
    hello: MESSAGE,
    bodies: [MESSAGE_TOOLS],
    bad: { messages: [] },
    isFree: true,
  },
  {
    operationId: 'createChatCompletion',
    path: '/chat/completions',
    hello: { model: 'acme/quill-1', messages: [{ role: 'user', content: 'Hello' }] },
    bodies: [
      { max_tokens: 1 },
      CHAT_TOOLS,
      { response_format: { type: 'json_object' } },
      { stream: true },
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, ...CHAT_TOOLS },
    ],
    bad: { messages: [], temperature: 3 },
  },
  {
    operationId: 'createResponse',
    path: '/responses',
    hello: { model: 'acme/quill-1', input: 'Hello' },
    bodies: [
      { max_output_tokens: 1 },
      TOOLS,
      { text: { format: { type: 'json_object' } }, instructions: 'Be brief.' },
      { stream: true },
      { stream: true, ...TOOLS },
    ],
    bad: { input: [], store: true },
  },
  {
    operationId: 'createEmbeddings',
    path: '/embeddings',
    hello: { model: 'larch/larch-embedding3-0.6b', input: 'Hello' },
    bodies: [
      { input: ['Hello', 'there'], dimensions: 8 },
      { input: [[1, 2], [3]], encoding_format: 'base64', input_type: 'search_query' },
    ],
    bad: { input: '', dimensions: 0 },
  },
  {
    operationId: 'createRerank',
    path: '/rerank',
    hello: { model: 'coppice/directive-rerank-v4', query: 'Hello', documents: ['Hello there'] },
    bodies: [{ documents: ['red', { text: 'Hello' }], top_n: 1 }],
    bad: { documents: [], top_n: 0 },
  },
];

const FAILURES = [
  ['server', 502],
  ['timeout', 524],
  ['overloaded', 529],
] as const;

for (const { operationId, path, hello, bodies, bad, isFree } of DIALECTS)
  describe(`answers to POST ${path} are as documented`, () => {
    const say = (body: object = {}, key?: MockKeyName) => talk(path, { ...hello, ...body }, key);

    for (const body of [{}, ...bodies] as readonly Body[]) {
      it(JSON.stringify(body), async () => {
        const { headers } = await documentedAnswer(operationId, 200, say(body));
        const type = body['stream'] === true ? /^text\/event-stream/ : /^application\/json/;
        assert.match(headers['content-type'] ?? '', type);
      });
    }

    it('with a bad body', () => isAsDocumented(operationId, 400, say(bad)));

    if (isFree !== true) {
      it('without credits', () => isAsDocumented(operationId, 402, say({}, 'broke')));
    }

    it('with a management key', () => isAsDocumented(operationId, 403, say({}, 'management')));

    it('with an unknown model', () =>
      isAsDocumented(operationId, 404, say({ model: 'acme/nothing' })));

    it('up to the rate limit and past it', async () => {
      const limited = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
      await isAsDocumented(operationId, 200, say(), limited.handle);
      await isAsDocumented(operationId, 429, say(), limited.handle);
    });

    it('with a body past the limit', async () => {
      const gateway = await aFailingGateway({ maxBodyBytes: 10 });
      await isAsDocumented(operationId, 413, withKey(say(), INFERENCE), gateway);
    });

    it('without a catalog', async () => {
      const gateway = await aFailingGateway({
        stores: { models: { revision: broken, snapshot: broken } },
      });
      await isAsDocumented(operationId, 500, withKey(say(), INFERENCE), gateway);
    });

    if (isFree !== true) {
      it('while the request of the same idempotency key runs', () =>
        isRepetition(operationId, say()));
    }

    for (const [failure, status] of isFree === true ? [] : FAILURES) {
      it(`when the provider's failure is ${failure}`, async () => {
        const gateway = await aFailingGateway({ provider: failure });
        await isAsDocumented(operationId, status, withKey(say(), INFERENCE), gateway);
      });
    }
  });

const UNKNOWN_KEY = `/keys/${'0'.repeat(64)}`;
const own = (method: string, path: string, body?: object): Sent => ({
  method,
  path,
  headers: bearer(mock.managementKey),
  ...(body && { body }),
});
/** A request of each operation on keys, for a key that is not there. */
const KEY_REQUESTS: readonly (readonly [string, () => Sent])[] = [
  ['listKeys', () => get('/keys')],
  ['createKey', () => own('POST', '/keys', { name: 'CI' })],
  ['getKey', () => get(UNKNOWN_KEY)],
  ['updateKey', () => own('PATCH', UNKNOWN_KEY, { name: 'CI' })],
  ['deleteKey', () => own('DELETE', UNKNOWN_KEY)],
];

const READS: readonly (readonly [string, () => Sent])[] = [
  ['listUserModels', () => get('/models/user', 'inference')],
  ['countModels', () => get('/models/count')],
  ['getModel', () => get('/model/acme/quill-1')],
  ['listEndpoints', () => get('/models/acme/quill-1/endpoints')],
  ['listZdrEndpoints', () => get('/endpoints/zdr')],
  ['listProviders', () => get('/providers')],
  ['listEmbeddingModels', () => get('/embeddings/models')],
  ['getGeneration', () => get('/generation?id=gen-0-nothing')],
  ['getActivity', () => get('/activity')],
  ['getCredits', () => get('/credits')],
  ['getCurrentKey', () => get('/key')],
  ...KEY_REQUESTS,
];

describe('answers about models and providers are as documented', () => {
  it('GET /models/user', () => isAsDocumented('listUserModels', 200, get('/models/user?limit=3')));

  it('GET /models/user with a bad parameter', () =>
    isAsDocumented('listUserModels', 400, get('/models/user?limit=0')));

  it('GET /models/count', () => isAsDocumented('countModels', 200, get('/models/count')));

  it('GET /models/count with a bad parameter', () =>
    isAsDocumented('countModels', 400, get('/models/count?output_modalities=poems')));

  it('GET /model/{author}/{slug}', () =>
    isAsDocumented('getModel', 200, get('/model/acme/quill-1')));

  it('GET /model/{author}/{slug} with a malformed path', () =>
    isAsDocumented('getModel', 400, get('/model/acme/%E0%A4%A')));

  it('GET /model/{author}/{slug} of an unknown model', () =>
    isAsDocumented('getModel', 404, get('/model/acme/nothing')));

  it('GET /models/{author}/{slug}/endpoints', () =>
    isAsDocumented('listEndpoints', 200, get('/models/acme/quill-1/endpoints')));

  it('GET /models/{author}/{slug}/endpoints with a malformed path', () =>
    isAsDocumented('listEndpoints', 400, get('/models/acme/%E0%A4%A/endpoints')));

  it('GET /models/{author}/{slug}/endpoints of an unknown model', () =>
    isAsDocumented('listEndpoints', 404, get('/models/acme/nothing/endpoints')));

  it('GET /embeddings/models', async () => {
    const sent = get('/embeddings/models?limit=2');
    const { headers } = await documentedAnswer('listEmbeddingModels', 200, sent);
    const again = { ...sent, headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' } };
    await isAsDocumented('listEmbeddingModels', 304, again);
  });

  it('GET /embeddings/models with a bad parameter', () =>
    isAsDocumented('listEmbeddingModels', 400, get('/embeddings/models?limit=0')));

  it('GET /endpoints/zdr', () => isAsDocumented('listZdrEndpoints', 200, get('/endpoints/zdr')));

  it('GET /providers', () => isAsDocumented('listProviders', 200, get('/providers')));
});

describe('answers about accounting are as documented', () => {
  it('GET /generation of an answer', async () => {
    const { headers } = await documentedAnswer(
      'createChatCompletion',
      200,
      talk('/chat/completions', MESSAGE),
    );
    const id = headers['x-generation-id'] ?? '';
    await isAsDocumented('getGeneration', 200, get(`/generation?id=${id}`, 'inference'));
  });

  it('GET /generation without an id', () =>
    isAsDocumented('getGeneration', 400, get('/generation')));

  it('GET /generation of an unknown id', () =>
    isAsDocumented('getGeneration', 404, get('/generation?id=gen-0-nothing')));

  it('GET /activity', () => isAsDocumented('getActivity', 200, get('/activity')));

  it('GET /activity of a bad day', () =>
    isAsDocumented('getActivity', 400, get('/activity?date=tomorrow')));

  it('GET /activity with an inference key', () =>
    isAsDocumented('getActivity', 403, get('/activity', 'inference')));

  it('GET /credits', () => isAsDocumented('getCredits', 200, get('/credits')));

  it('GET /credits with an inference key', () =>
    isAsDocumented('getCredits', 403, get('/credits', 'inference')));

  it('GET /credits where nothing is charged', async () => {
    const ledger = { ...createMemoryCreditLedger(), totals: async () => undefined };
    const gateway = await aFailingGateway({ ledger });
    await isAsDocumented('getCredits', 404, withKey(get('/credits'), MANAGEMENT), gateway);
  });

  it('GET /activity without a store of generations', async () => {
    const gateway = await aFailingGateway({});
    await isAsDocumented('getActivity', 404, withKey(get('/activity'), MANAGEMENT), gateway);
  });
});

describe('answers about keys are as documented', () => {
  it('GET /key', () => isAsDocumented('getCurrentKey', 200, get('/key', 'inference')));

  it('from the first to the last of a key', async () => {
    const body = {
      name: 'CI',
      limit: 20,
      limit_reset: 'daily',
      expires_at: '2100-01-01T00:00:00Z',
    };
    const { text } = await documentedAnswer('createKey', 201, own('POST', '/keys', body));
    const path = `/keys/${JSON.parse(text).data.hash}`;
    await isAsDocumented('getKey', 200, get(path));
    await isAsDocumented('listKeys', 200, get('/keys'));
    await isAsDocumented('updateKey', 200, own('PATCH', path, { disabled: true }));
    await isAsDocumented('deleteKey', 200, own('DELETE', path));
  });

  for (const [operationId, sent] of KEY_REQUESTS) {
    it(`${operationId} with an inference key`, async () => {
      await isAsDocumented(operationId, 403, withKey(sent(), mock.apiKey));
    });

    it(`${operationId} where keys are administered elsewhere`, async () => {
      const gateway = await aFailingGateway({ stores: { keys: { findByHash } } });
      await isAsDocumented(operationId, 404, withKey(sent(), MANAGEMENT), gateway);
    });
  }

  for (const [operationId, sent] of [
    ['listKeys', get('/keys?limit=0')],
    ['createKey', own('POST', '/keys', {})],
    ['getKey', get('/keys/abc')],
    ['updateKey', own('PATCH', UNKNOWN_KEY, { limit: -1 })],
    ['deleteKey', own('DELETE', '/keys/abc')],
  ] as const) {
    it(`${operationId} of a bad request`, () => isAsDocumented(operationId, 400, sent));
  }

  it('of what a key cannot do to itself, and of a key that pays from no account', async () => {
    const path = `/keys/${hashKey(mock.managementKey)}`;
    await isAsDocumented('deleteKey', 409, own('DELETE', path));
    await isAsDocumented('updateKey', 409, own('PATCH', path, { disabled: true }));
    const poor = createApiKey('poor', { kind: 'management' });
    const gateway = await aFailingGateway({ stores: { keys: createMemoryKeyStore([poor]) } });
    await isAsDocumented(
      'createKey',
      409,
      withKey(own('POST', '/keys', { name: 'CI' }), 'poor'),
      gateway,
    );
  });

  it('of a body past the limit', async () => {
    const gateway = await aFailingGateway({ maxBodyBytes: 3 });
    for (const operationId of ['createKey', 'updateKey']) {
      const [, sent] = KEY_REQUESTS.find(([id]) => id === operationId) ?? [];
      assert.ok(sent);
      await isAsDocumented(operationId, 413, withKey(sent(), MANAGEMENT), gateway);
    }
  });
});

/** Finds the management key of a gateway, and does nothing else. */
const findByHash = async (hash: string) => {
  const key = createApiKey(MANAGEMENT, { kind: 'management' });
  return key.hash === hash ? key : undefined;
};

describe('answers while the key store fails are as documented', () => {
  for (const [operationId, sent] of READS) {
    it(operationId, async () => {
      const gateway = await aFailingGateway({ stores: { keys: { findByHash: broken } } });
      await isAsDocumented(operationId, 500, sent(), gateway);
    });
  }
});

const LISTS = [
  ['listDestinations', '/observability/destinations'],
  ['listMembers', '/organization/members'],
  ['listGuardrailAssignments', '/guardrails/assignments/members'],
] as const;

const OPERATIONS: readonly (readonly [string, () => Sent])[] = [
  ['listModels', () => get('/models')],
  ['createImage', () => draw()],
  ...DIALECTS.map(({ operationId: id, path, hello }) => [id, () => talk(path, hello)] as const),
  ...LISTS.map(([id, path]) => [id, () => get(path)] as const),
  ['updateDestination', () => patch({})],
  ...READS,
];

for (const [operationId, path] of LISTS) {
  describe(`answers to GET ${path} are as documented`, () => {
    it('whole', () => isAsDocumented(operationId, 200, get(`${path}?limit=100`)));

    it('past the end', () => isAsDocumented(operationId, 200, get(`${path}?offset=100000`)));

    it('with a bad parameter', () => isAsDocumented(operationId, 400, get(`${path}?limit=101`)));

    it('with an inference key', () => isAsDocumented(operationId, 403, get(path, 'inference')));

    it('when the store fails', async () => {
      const gateway = await aFailingGateway({
        stores: {
          destinations: { list: broken, get: broken, replace: broken },
          members: { list: broken },
          assignments: { list: broken },
        },
      });
      await isAsDocumented(operationId, 500, withKey(get(path), MANAGEMENT), gateway);
    });
  });
}

describe('answers to PATCH /observability/destinations/{id} are as documented', () => {
  it('with a change', () =>
    isAsDocumented('updateDestination', 200, patch({ enabled: false, filter_rules: null })));

  it('with nothing to change', () => isAsDocumented('updateDestination', 200, patch({})));

  it('with a read-only member', () =>
    isAsDocumented('updateDestination', 400, patch({ type: 'webhook' })));

  it('with an inference key', () =>
    isAsDocumented('updateDestination', 403, patch({}, 'inference')));

  it('with an unknown id', () => {
    const id = '00000000-0000-4000-8000-00000000dead';
    return isAsDocumented('updateDestination', 404, patch({}, 'management', id));
  });

  it('with a stale entity tag', () => {
    const sent = patch({ name: 'Other' });
    const headers = { ...sent.headers, 'if-match': '"stale"' };
    return isAsDocumented('updateDestination', 409, { ...sent, headers });
  });

  it('with a body past the limit', async () => {
    const gateway = await aFailingGateway({ maxBodyBytes: 10 });
    const sent = withKey(patch({ name: 'A longer name' }), MANAGEMENT);
    await isAsDocumented('updateDestination', 413, sent, gateway);
  });

  it('when the store fails', async () => {
    const gateway = await aFailingGateway({
      stores: { destinations: { list: broken, get: broken, replace: broken } },
    });
    await isAsDocumented('updateDestination', 500, withKey(patch({}), MANAGEMENT), gateway);
  });
});

describe('answers to callers without permission are as documented', () => {
  for (const [operationId, sent] of OPERATIONS) {
    it(operationId, async () => {
      await isAsDocumented(operationId, 401, { ...sent(), headers: {} });
      await isAsDocumented(operationId, 401, withKey(sent(), mock.keys.revoked));
    });
  }

  it('listMembers of an account without an organization', () =>
    isAsDocumented('listMembers', 404, get('/organization/members', 'personalManagement')));
});

describe('answers to headers that are too large are as documented', () => {
  for (const [operationId, sent] of OPERATIONS) {
    it(operationId, async () => {
      await using server = await startMockGateway();
      const { method, path } = sent();
      const headers = { 'x-long': 'x'.repeat(32 * 1024) };
      const answer = await fetch(`${server.baseURL}${path}`, { method, headers });
      assert.equal(answer.status, 431);
      const {
        connection: _closed,
        date: _now,
        ...documentedHeaders
      } = Object.fromEntries(answer.headers);
      const said = { status: answer.status, headers: documentedHeaders, text: await answer.text() };
      assert.deepEqual(check(operationId, said), []);
      seen.add(`${operationId} 431`);
    });
  }
});

describe('answers while the key store is unavailable are as documented', () => {
  for (const [operationId, sent] of OPERATIONS) {
    it(operationId, async () => {
      const gateway = await aFailingGateway({ stores: { keys: { findByHash: unreachable } } });
      const answer = await documentedAnswer(operationId, 503, sent(), gateway);
      assert.equal(answer.headers['retry-after'], '1');
    });
  }
});

it('covers every documented answer', () => {
  assert.deepEqual([...seen].toSorted(), documented.toSorted());
});
