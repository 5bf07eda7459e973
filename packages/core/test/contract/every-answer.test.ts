import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey, OPERATIONS } from '@model-gateway/core';
import { MODEL } from '../images/image-builders.ts';
import {
  aWholeGateway,
  DESTINATION,
  GENERATION,
  INFERENCE,
  MANAGEMENT,
  sendTo,
  type Sent,
} from './whole-gateway.ts';

/* What the good answers of all operations have in common. Source: contract §1.6, §1.7, §3.10. */

/** Another management key of the same account. */
const KEY = hashKey('other');

interface Answered {
  readonly sent: Sent;
  readonly cacheControl: RegExp;
  /** 200 by default. */
  readonly status?: number;
}

/** A request of each operation that is answered well, and how the answer may be kept. */
const REQUESTS: Readonly<Record<string, Answered>> = {
  listModels: {
    sent: { method: 'GET', path: '/models', headers: INFERENCE },
    // A key may see less than another, so nothing between client and gateway keeps it.
    cacheControl: /^private, no-cache$/,
  },
  createImage: {
    sent: {
      method: 'POST',
      path: '/images',
      headers: INFERENCE,
      body: { model: MODEL, prompt: 'x' },
    },
    cacheControl: /^no-store$/,
  },
  listDestinations: {
    sent: { method: 'GET', path: '/observability/destinations', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  updateDestination: {
    sent: {
      method: 'PATCH',
      path: `/observability/destinations/${DESTINATION}`,
      headers: MANAGEMENT,
      body: { name: 'renamed' },
    },
    cacheControl: /^no-store$/,
  },
  listMembers: {
    sent: { method: 'GET', path: '/organization/members', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  listGuardrailAssignments: {
    sent: { method: 'GET', path: '/guardrails/assignments/members', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  listUserModels: {
    sent: { method: 'GET', path: '/models/user', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  countModels: {
    sent: { method: 'GET', path: '/models/count', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  getModel: {
    sent: { method: 'GET', path: '/model/acme/quill-1', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  retrieveModel: {
    sent: { method: 'GET', path: '/models/acme%2Fquill-1', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  listEndpoints: {
    sent: { method: 'GET', path: '/models/acme/quill-1/endpoints', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  listProviders: {
    sent: { method: 'GET', path: '/providers', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  getGeneration: {
    sent: { method: 'GET', path: `/generation?id=${GENERATION}`, headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  getActivity: {
    sent: { method: 'GET', path: '/activity', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  listZdrEndpoints: {
    sent: { method: 'GET', path: '/endpoints/zdr', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  getCurrentKey: {
    sent: { method: 'GET', path: '/key', headers: INFERENCE },
    cacheControl: /^no-store$/,
  },
  listKeys: {
    sent: { method: 'GET', path: '/keys', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  createKey: {
    sent: { method: 'POST', path: '/keys', headers: MANAGEMENT, body: { name: 'x' } },
    cacheControl: /^no-store$/,
    status: 201,
  },
  getKey: {
    sent: { method: 'GET', path: `/keys/${KEY}`, headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  updateKey: {
    sent: { method: 'PATCH', path: `/keys/${KEY}`, headers: MANAGEMENT, body: { name: 'x' } },
    cacheControl: /^no-store$/,
  },
  deleteKey: {
    sent: { method: 'DELETE', path: `/keys/${KEY}`, headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
  getCredits: {
    sent: { method: 'GET', path: '/credits', headers: MANAGEMENT },
    cacheControl: /^no-store$/,
  },
};

it('is asked of every operation', () => {
  assert.deepEqual(
    OPERATIONS.map(({ id }) => id as string).toSorted(),
    Object.keys(REQUESTS).toSorted(),
  );
});

for (const [id, { sent, cacheControl, status = 200 }] of Object.entries(REQUESTS)) {
  describe(`the answer of ${id}`, () => {
    it('is JSON with an id of its request and nosniff, and is not kept by others', async () => {
      const headers = { ...sent.headers, 'x-request-id': 'req-1' };
      const answer = await sendTo(aWholeGateway().gateway, { ...sent, headers });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.text)));
      assert.equal(answer.headers['x-request-id'], 'req-1');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(answer.headers['cache-control'] ?? '', cacheControl);
    });

    it('is the same with unknown parameters', async () => {
      const { text } = await sendTo(aWholeGateway().gateway, sent);
      const joint = sent.path.includes('?') ? '&' : '?';
      const path = `${sent.path}${joint}utm_source=x&foo[]=1&constructor=2&__proto__=3`;
      const again = await sendTo(aWholeGateway().gateway, { ...sent, path });
      assert.equal(withoutKey(again.text), withoutKey(text));
    });

    if (sent.method === 'GET') {
      it('has the headers of GET and no body for HEAD', async () => {
        const { gateway } = aWholeGateway();
        const headers = { ...sent.headers, 'x-request-id': 'req-1' };
        const get = await sendTo(gateway, { ...sent, headers });
        const head = await sendTo(gateway, { ...sent, headers, method: 'HEAD' });
        assert.deepEqual(head, { ...get, text: '' });
      });
    }
  });
}

/** Each key that is made has a text, a digest and a mask of its own. */
function withoutKey(text: string): string {
  return text.replaceAll(/[0-9a-f]{64}|mg-v1-[\w.]+/g, '');
}
