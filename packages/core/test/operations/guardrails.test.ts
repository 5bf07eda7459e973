import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError, type Gateway } from '@model-gateway/core';
import { aKey, bearer } from '../builders.ts';
import { sendTo } from '../contract/whole-gateway.ts';
import {
  aGuardedGateway,
  aGuardrail,
  aWhole,
  CALLS,
  COUNT,
  GUARDRAIL,
  MEMBER,
  ofMember,
  type GivenScene,
} from './guardrail-builders.ts';

/* What guardrails forbid, in every operation that asks a provider. Source: contract §6.3. */

const OTHER = '00000000-0000-4000-8000-00000000000b';

async function post(
  gateway: Gateway,
  [path, body]: readonly [string, object],
  headers: Record<string, string> = bearer(),
) {
  return sendTo(gateway, { method: 'POST', path, body, headers });
}

/** The message of an error, and what says which guardrail it was. */
function refusalOf({ status, text }: Awaited<ReturnType<typeof post>>) {
  const { error, metadata } = JSON.parse(text);
  const facts = metadata ?? error.metadata ?? {};
  return {
    status,
    message: error.message as string,
    type: (error.error_type ?? facts.error_type) as string,
    guardrail: facts.guardrail as string,
    id: facts.guardrail_id as string,
    scope: facts.guardrail_scope as string,
    facts,
  };
}

for (const call of [...CALLS, COUNT]) {
  const [path, { model }] = call;
  describe(`POST ${path} under a guardrail`, () => {
    const scene = (given: GivenScene) => aGuardedGateway({ members: [ofMember()], ...given });

    it('is served where it limits nothing, and where it allows the model and the provider', async () => {
      for (const guardrail of [
        aGuardrail(),
        aGuardrail({ allowedModels: ['acme/other', model], allowedProviders: ['ONE'], usd: '50' }),
      ]) {
        const { status, text } = await post(scene({ guardrails: [guardrail] }).gateway, call);
        assert.equal(status, 200, text);
      }
    });

    it('is a 403 for a model that it does not allow, and no provider is asked', async () => {
      const providers = [aWhole('one')];
      const guardrails = [aGuardrail({ allowedModels: ['acme/other'] })];
      const { gateway } = scene({ guardrails, providers });
      const answer = await post(gateway, call);
      const { facts, ...refusal } = refusalOf(answer);
      assert.deepEqual(refusal, {
        status: 403,
        message: `Guardrail "careful" of the user of this key forbids the model ${model}: it allows acme/other`,
        type: 'permission_denied',
        guardrail: 'careful',
        id: GUARDRAIL,
        scope: 'member',
      });
      assert.equal(facts.model, model);
      assert.equal(answer.headers['x-should-retry'], 'false');
      assert.equal(providers[0]?.asked(), 0);
    });

    it('goes to the providers that it allows alone, whatever the request wishes', async () => {
      const [one, two] = [aWhole('one'), aWhole('two')];
      const guardrails = [aGuardrail({ allowedProviders: ['Two'] })];
      const { gateway } = scene({ guardrails, providers: [one, two] });
      const wished = { ...call[1], provider: { order: ['one'] } };
      assert.equal((await post(gateway, [path, wished])).status, 200);
      assert.equal(one.asked(), 0);
      if (call !== COUNT) assert.equal(two.asked(), 1);
    });

    it('is a 403 where it leaves no provider', async () => {
      const providers = [aWhole('one'), aWhole('two')];
      const guardrails = [aGuardrail({ allowedProviders: ['three', 'four'] })];
      const refusal = refusalOf(await post(scene({ guardrails, providers }).gateway, call));
      assert.equal(refusal.status, 403);
      assert.equal(
        refusal.message,
        `Guardrail "careful" of the user of this key forbids every provider of ${model} (one, two): ` +
          'it allows the providers three, four',
      );
    });

    it('goes to endpoints that keep nothing with zdr, and to none that do not say so', async () => {
      const [silent, keeps, forgets] = [aWhole('one'), aWhole('two', false), aWhole('three', true)];
      const guardrails = [aGuardrail({ zdr: true })];
      const all = scene({ guardrails, providers: [silent, keeps, forgets] });
      assert.equal((await post(all.gateway, call)).status, 200);
      assert.deepEqual([silent.asked(), keeps.asked()], [0, 0]);
      const none = scene({ guardrails, providers: [silent, keeps] });
      const { status, message } = refusalOf(await post(none.gateway, call));
      assert.equal(status, 403);
      assert.match(message, /\(one, two\): it allows endpoints that keep no data$/);
    });

    it('has to satisfy all of a member and of a key, and names the one that forbids', async () => {
      const member = aGuardrail({ allowedModels: [model], allowedProviders: ['one', 'two'] });
      const key = aGuardrail({ id: OTHER, name: 'strict', allowedProviders: ['two', 'three'] });
      const [one, two, three] = [aWhole('one'), aWhole('two'), aWhole('three')];
      const given = { guardrails: [member, key], ofKey: [OTHER] };
      const both = scene({ ...given, providers: [one, two, three] });
      assert.equal((await post(both.gateway, call)).status, 200);
      assert.deepEqual([one.asked(), three.asked()], [0, 0]);
      const { gateway } = scene({ ...given, providers: [one] });
      const { status, guardrail, scope, message } = refusalOf(await post(gateway, call));
      assert.deepEqual([status, guardrail, scope], [403, 'strict', 'key']);
      assert.match(message, /^Guardrail "strict" of this key forbids/);
    });

    it('is refused, and not served, where a guardrail cannot be read', async () => {
      const providers = [aWhole('one')];
      const missing = scene({ providers });
      assert.equal((await post(missing.gateway, call)).status, 500);
      assert.match(String(missing.errors[0]), /guardrail .* is assigned to a member of org_1/);
      const broken = (of: () => Promise<never>) =>
        scene({ providers, stores: { guardrails: { of } } });
      const fails = broken(() => Promise.reject(new Error('broken')));
      assert.equal((await post(fails.gateway, call)).status, 500);
      const down = broken(() => Promise.reject(new StoreUnavailableError('away', 'no database')));
      assert.equal((await post(down.gateway, call)).status, 503);
      const { zdr: _zdr, ...less } = { ...aGuardrail(), scope: 'key' };
      const partial = broken(async () => [less] as never);
      assert.equal((await post(partial.gateway, call)).status, 500);
      assert.match(String(partial.errors[0]), /zdr of a guardrail must be true or false/);
      assert.equal(providers[0]?.asked(), 0);
    });
  });
}

for (const call of CALLS) {
  const [path] = call;
  describe(`POST ${path} under a spending limit of a guardrail`, () => {
    it('is a 403 that says what is left and until when, before anything is asked', async () => {
      const providers = [aWhole('one')];
      const guardrails = [aGuardrail({ usd: '0.00000001', reset: 'daily' })];
      const { gateway, ledger } = aGuardedGateway({ guardrails, providers, members: [ofMember()] });
      const { status, message, guardrail, type, facts } = refusalOf(await post(gateway, call));
      assert.deepEqual([status, guardrail, type], [403, 'careful', 'permission_denied']);
      assert.match(
        message,
        /^Guardrail "careful" of the user of this key forbids spending more than 0\.00000001 USD a day: 0\.00000001 USD is left until 2026-08-02T00:00:00\.000Z, and this request may cost [\d.]+ USD$/,
      );
      const { limit_of, limit_usd, limit_reset, remaining_usd, resets_at } = facts;
      assert.deepEqual(
        [limit_of, limit_usd, limit_reset, remaining_usd, resets_at],
        ['member', '0.00000001', 'daily', '0.00000001', '2026-08-02T00:00:00.000Z'],
      );
      assert.equal(providers[0]?.asked(), 0);
      assert.equal(ledger.balanceOf('account-1'), '100');
    });
  });
}

describe('a spending limit of a guardrail', () => {
  const [CHAT] = CALLS;
  const other = aKey({ text: 'other', ...MEMBER });
  const spent = async (gateway: Gateway, headers?: Record<string, string>) => {
    let served = 0;
    while (served < 20 && (await post(gateway, CHAT, headers)).status === 200) served++;
    return served;
  };

  it('is one for all keys of a member, and for each key its own', async () => {
    const guardrails = [aGuardrail({ usd: '0.1', reset: 'monthly' })];
    const keys = [other];
    const shared = aGuardedGateway({ guardrails, keys, members: [ofMember()] });
    const most = await spent(shared.gateway);
    assert.ok(most > 0 && most < 20);
    assert.equal(await spent(shared.gateway, bearer('other')), 0);
    const own = aGuardedGateway({ guardrails, keys, ofKey: [GUARDRAIL] });
    own.store.assign({ guardrailId: GUARDRAIL, keyHash: other.hash });
    assert.equal(await spent(own.gateway), most);
    assert.equal(await spent(own.gateway, bearer('other')), most);
  });

  it('is the lowest of several, and begins anew with its window', async () => {
    const guardrails = [
      aGuardrail({ usd: '5', reset: 'daily' }),
      aGuardrail({ id: OTHER, name: 'lower', usd: '0.1', reset: 'daily' }),
    ];
    const members = [ofMember(), ofMember(OTHER)];
    const { gateway, clock } = aGuardedGateway({ guardrails, members });
    const served = await spent(gateway);
    assert.equal(refusalOf(await post(gateway, CHAT)).guardrail, 'lower');
    clock.advance(12 * 60 * 60 * 1000);
    assert.equal(await spent(gateway), served);
  });

  it('holds beside that of the key, whose refusal stays a 402', async () => {
    const poor = aKey({ text: 'poor', ...MEMBER, limits: { usd: '0.01' } });
    const guardrails = [aGuardrail({ usd: '5', reset: 'daily' })];
    const { gateway } = aGuardedGateway({ guardrails, keys: [poor], members: [ofMember()] });
    assert.equal((await post(gateway, CHAT, bearer('poor'))).status, 402);
    assert.equal((await post(gateway, CHAT)).status, 200);
  });
});
