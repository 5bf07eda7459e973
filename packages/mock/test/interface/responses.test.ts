import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import type { Sent } from './answers.ts';
import { describeAccountAnswers, KEY_REQUESTS } from './documented/account-answers.ts';
import {
  describeAdministrationAnswers,
  LISTS,
  patch,
} from './documented/administration-answers.ts';
import { describeConversationAnswers, DIALECTS } from './documented/conversation-answers.ts';
import {
  broken,
  check,
  documented,
  documentedAnswer,
  get,
  isAsDocumented,
  mock,
  seen,
  talk,
  unreachable,
  withKey,
} from './documented/documented-answers.ts';
import { describeImageAnswers, draw } from './documented/image-answers.ts';
import { describeModelAnswers } from './documented/model-answers.ts';
import { aFailingGateway } from './failing-gateway.ts';

/* Every answer of the OpenAPI document: those of each operation, and what all of them answer. */

describeModelAnswers();
describeImageAnswers();
describeConversationAnswers();
describeAccountAnswers();
describeAdministrationAnswers();

const READS: readonly (readonly [string, () => Sent])[] = [
  ['listUserModels', () => get('/models/user', 'inference')],
  ['countModels', () => get('/models/count')],
  ['getModel', () => get('/model/acme/quill-1')],
  ['retrieveModel', () => get('/models/acme%2Fquill-1')],
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

const OPERATIONS: readonly (readonly [string, () => Sent])[] = [
  ['listModels', () => get('/models')],
  ['createImage', () => draw()],
  ...DIALECTS.map(({ operationId: id, path, hello }) => [id, () => talk(path, hello)] as const),
  ...LISTS.map(([id, path]) => [id, () => get(path)] as const),
  ['updateDestination', () => patch({})],
  ...READS,
];

describe('answers while the key store fails are as documented', () => {
  for (const [operationId, sent] of READS) {
    it(operationId, async () => {
      const gateway = await aFailingGateway({ stores: { keys: { findByHash: broken } } });
      await isAsDocumented(operationId, 500, sent(), gateway);
    });
  }
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
