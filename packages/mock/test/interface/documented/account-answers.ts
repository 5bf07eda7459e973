import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  hashKey,
} from '@model-gateway/core';
import type { Sent } from '../answers.ts';
import { aFailingGateway, MANAGEMENT } from '../failing-gateway.ts';
import { MESSAGE } from './conversation-answers.ts';
import {
  documentedAnswer,
  get,
  isAsDocumented,
  mock,
  own,
  talk,
  withKey,
} from './documented-answers.ts';

const UNKNOWN_KEY = `/keys/${'0'.repeat(64)}`;
/** A request of each operation on keys, for a key that is not there. */
export const KEY_REQUESTS: readonly (readonly [string, () => Sent])[] = [
  ['listKeys', () => get('/keys')],
  ['createKey', () => own('POST', '/keys', { name: 'CI' })],
  ['getKey', () => get(UNKNOWN_KEY)],
  ['updateKey', () => own('PATCH', UNKNOWN_KEY, { name: 'CI' })],
  ['deleteKey', () => own('DELETE', UNKNOWN_KEY)],
];

/** Tests the answers about accounting and keys. */
export function describeAccountAnswers(): void {
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
}

/** Finds the management key of a gateway, and does nothing else. */
const findByHash = async (hash: string) => {
  const key = createApiKey(MANAGEMENT, { kind: 'management' });
  return key.hash === hash ? key : undefined;
};
