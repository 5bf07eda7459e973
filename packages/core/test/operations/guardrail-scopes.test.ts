import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gateway, GuardrailStore } from '@model-gateway/core';
import { aKey, bearer } from '../builders.ts';
import { sendTo } from '../contract/whole-gateway.ts';
import {
  aGuardedGateway,
  aGuardrail,
  aWhole,
  CALLS,
  GUARDRAIL,
  MEMBER,
  ofMember,
  type GivenScene,
} from './guardrail-builders.ts';

/* Whom guardrails hold for, and what lists say of them. Source: contract §6.3, §16.4. */

const [CHAT] = CALLS;
const [QUILL, PAINT, ATLAS, SIEVE] = [CHAT, CALLS[3], CALLS[4], CALLS[5]].map(
  ([, { model }]) => model,
);
const NOTHING = aGuardrail({ allowedModels: ['acme/other'] });

const scene = (given: GivenScene) => aGuardedGateway({ members: [ofMember()], ...given });

async function get(gateway: Gateway, path: string, headers = bearer()) {
  const answer = await sendTo(gateway, { method: 'GET', path, headers });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text).data;
}

const idsIn = (models: readonly { readonly id: string }[]) => models.map(({ id }) => id);

async function chat(gateway: Gateway, headers = bearer()): Promise<number> {
  const [path, body] = CHAT;
  return (await sendTo(gateway, { method: 'POST', path, body, headers })).status;
}

describe('whom a guardrail holds for', () => {
  it('is the member it is assigned to, and nobody else', async () => {
    const keys = [
      aKey({ text: 'same', ...MEMBER }),
      aKey({ text: 'colleague', ...MEMBER, userId: 'user_2' }),
      aKey({ text: 'elsewhere', ...MEMBER, organizationId: 'org_2' }),
      aKey({ text: 'alone', ...MEMBER, organizationId: null }),
    ];
    const { gateway } = scene({ guardrails: [NOTHING], keys });
    const statuses = await Promise.all(
      ['same', 'colleague', 'elsewhere', 'alone'].map((text) => chat(gateway, bearer(text))),
    );
    assert.deepEqual(statuses, [403, 200, 200, 200]);
  });

  it('is the key it is assigned to, and no other of the same user', async () => {
    const keys = [aKey({ text: 'same', ...MEMBER })];
    const { gateway } = aGuardedGateway({ guardrails: [NOTHING], ofKey: [GUARDRAIL], keys });
    assert.deepEqual([await chat(gateway), await chat(gateway, bearer('same'))], [403, 200]);
  });

  it('is nobody of another organization than its own: the assignment is an error', async () => {
    const { gateway, errors } = scene({ guardrails: [aGuardrail({ accountId: 'org_2' })] });
    assert.equal(await chat(gateway), 500);
    assert.match(String(errors[0]), /org_1, which has no such guardrail/);
  });

  it('is no user without an organization, where it has an amount that nothing would count', async () => {
    const amount = { ...aGuardrail({ usd: '5' }), scope: 'member' as const };
    const guardrails: GuardrailStore = { of: async () => [amount] };
    const keys = [aKey({ text: 'alone', ...MEMBER, organizationId: null })];
    const { gateway, errors } = aGuardedGateway({ keys, stores: { guardrails } });
    assert.equal(await chat(gateway, bearer('alone')), 500);
    assert.match(String(errors[0]), /the amount of a member needs an organization/);
  });

  it('is known to the next request after it was assigned, and after it was not', async () => {
    const { gateway, assignments } = aGuardedGateway({ guardrails: [NOTHING] });
    assert.equal(await chat(gateway), 200);
    assignments.put(ofMember());
    assert.equal(await chat(gateway), 403);
    assignments.remove(ofMember().id);
    assert.equal(await chat(gateway), 200);
  });

  it('is nobody without a store of guardrails, whatever assignments there are', async () => {
    const { gateway } = scene({ guardrails: [NOTHING], stores: { guardrails: undefined } });
    assert.equal(await chat(gateway), 200);
  });
});

describe('a key that makes keys under a guardrail', () => {
  const admin = aKey({
    text: 'admin',
    kind: 'management',
    ...MEMBER,
    creditAccountId: 'account-1',
  });
  const make = async (gateway: Gateway, creator = MEMBER.userId) => {
    const body = { name: 'new', creator_user_id: creator };
    const headers = bearer('admin');
    const { status, text } = await sendTo(gateway, {
      method: 'POST',
      path: '/keys',
      body,
      headers,
    });
    return { status, text: status === 201 ? JSON.parse(text).key : text };
  };

  it('makes those that the guardrail of its user holds for as well', async () => {
    const { gateway } = scene({ guardrails: [NOTHING], keys: [admin] });
    const { status, text } = await make(gateway);
    assert.equal(status, 201);
    assert.equal(await chat(gateway, bearer(text)), 403);
  });

  it('makes none for another user, unless the guardrail holds for that one, too', async () => {
    const { gateway, assignments } = scene({ guardrails: [NOTHING], keys: [admin] });
    const { status, text } = await make(gateway, 'user_2');
    assert.equal(status, 409);
    assert.match(text, /of the calling key would not hold for the new one/);
    assignments.put(ofMember(GUARDRAIL, { id: 'another', user_id: 'user_2' }));
    assert.equal((await make(gateway, 'user_2')).status, 201);
  });

  it('makes none under a guardrail of its own', async () => {
    const { gateway, store } = aGuardedGateway({ guardrails: [NOTHING], keys: [admin] });
    assert.equal((await make(gateway)).status, 201);
    store.assign({ guardrailId: GUARDRAIL, keyHash: admin.hash });
    assert.equal((await make(gateway)).status, 409);
  });
});

describe('what lists say under a guardrail', () => {
  it('GET /models/user has the models that it leaves', async () => {
    const { gateway } = scene({ guardrails: [aGuardrail({ allowedModels: [ATLAS ?? ''] })] });
    const path = '/models/user?output_modalities=all';
    assert.deepEqual(idsIn(await get(gateway, path)), [ATLAS]);
    const of = (given: Parameters<typeof aGuardrail>[0], slugs = ['one', 'two']) =>
      scene({ guardrails: [aGuardrail(given)], providers: slugs.map((slug) => aWhole(slug)) });
    const all = [QUILL, PAINT, ATLAS, SIEVE];
    const some = of({ allowedProviders: ['TWO'] });
    assert.deepEqual(idsIn(await get(some.gateway, path)), all);
    const none = of({ allowedProviders: ['three'] });
    assert.deepEqual(await get(none.gateway, path), []);
    assert.deepEqual(await get(of({ zdr: true }).gateway, path), []);
    const { gateway: zdr } = scene({
      guardrails: [aGuardrail({ zdr: true })],
      providers: [aWhole('one', true)],
    });
    assert.deepEqual(idsIn(await get(zdr, path)), all);
  });

  it('GET /models/user has what the key and all of its guardrails leave', async () => {
    const limited = aKey({ text: 'limited', ...MEMBER, allowedModels: [QUILL ?? '', PAINT ?? ''] });
    const guardrails = [aGuardrail({ allowedModels: [PAINT ?? '', ATLAS ?? ''] })];
    const { gateway } = scene({ guardrails, keys: [limited] });
    const models = await get(gateway, '/models/user?output_modalities=all', bearer('limited'));
    assert.deepEqual(idsIn(models), [PAINT]);
  });

  it('GET /models and a model show what there is', async () => {
    const { gateway } = scene({ guardrails: [NOTHING] });
    assert.equal((await get(gateway, '/models?output_modalities=all')).length, 4);
    assert.equal((await get(gateway, `/model/${QUILL}`)).id, QUILL);
  });

  it('the endpoints of a model, and those with zdr, are those that it leaves', async () => {
    const providers = [aWhole('one', true), aWhole('two'), aWhole('three', true)];
    const slugs = (endpoints: readonly { readonly tag: string }[]) =>
      endpoints.map(({ tag }) => tag);
    const endpointsOf = async (gateway: Gateway) => [
      slugs((await get(gateway, `/models/${QUILL}/endpoints`)).endpoints),
      // The models that embed and rank have endpoints there, too.
      [...new Set(slugs(await get(gateway, '/endpoints/zdr')))],
    ];
    const of = (guardrail: Parameters<typeof aGuardrail>[0]) =>
      endpointsOf(scene({ guardrails: [aGuardrail(guardrail)], providers }).gateway);
    assert.deepEqual(await of({}), [
      ['one', 'two', 'three'],
      ['one', 'three'],
    ]);
    assert.deepEqual(await of({ allowedProviders: ['two', 'three'] }), [
      ['two', 'three'],
      ['three'],
    ]);
    assert.deepEqual(await of({ zdr: true }), [
      ['one', 'three'],
      ['one', 'three'],
    ]);
    assert.deepEqual(await of({ allowedModels: ['acme/other'] }), [[], []]);
  });
});

describe('what passes through under a guardrail', () => {
  const through = (guardrail: Parameters<typeof aGuardrail>[0]) => {
    const passThrough = async () => ({ status: 204, headers: {}, body: { kind: 'none' } }) as const;
    const { gateway } = scene({ guardrails: [aGuardrail(guardrail)], options: { passThrough } });
    return sendTo(gateway, { method: 'POST', path: '/audio/speech', body: {}, headers: bearer() });
  };

  it('is refused where it limits what is used, and not where it limits spending alone', async () => {
    for (const limit of [
      { allowedModels: ['a/b'] },
      { allowedProviders: ['one'] },
      { zdr: true },
    ]) {
      const { status, text } = await through(limit);
      assert.equal(status, 403);
      assert.match(text, /Guardrail \\"careful\\".*no operation of this gateway/);
    }
    assert.equal((await through({ usd: '1' })).status, 204);
  });
});

describe('a store of guardrails', () => {
  it('is asked once for a request', async () => {
    let asked = 0;
    const guardrails: GuardrailStore = {
      async of() {
        asked++;
        return [];
      },
    };
    const { gateway } = aGuardedGateway({ stores: { guardrails } });
    for (const [path, body] of CALLS) {
      await sendTo(gateway, { method: 'POST', path, body, headers: bearer() });
    }
    assert.equal(asked, CALLS.length);
  });
});
