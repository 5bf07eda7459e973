import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assignment,
  createMockGateway,
  guardrail,
  model,
  type GuardrailSpec,
} from '@model-gateway/mock';
import { ask } from '../ask.ts';

/* Guardrails of the mock act as those of any gateway. Source: contract §6.3. */

const MODELS = [
  model({
    id: 'acme/quill-1',
    price: { input: 1000, output: 1000 },
    signals: { providers: [{ slug: 'acme', name: 'Acme' }], zdr: false },
  }),
  model({
    id: 'acme/quiet-1',
    price: 'free',
    signals: { providers: [{ slug: 'orrery', name: 'Orrery' }], zdr: true },
  }),
];

function under(spec: GuardrailSpec) {
  return createMockGateway({
    world: 'tiny',
    models: MODELS,
    clock: { now: '2026-01-10T12:00:00Z', mode: 'frozen' },
    guardrails: [guardrail({ name: 'careful', ...spec })],
    assignments: [assignment({ guardrail: 'careful' })],
  });
}

type Mock = ReturnType<typeof createMockGateway>;

async function chat(gateway: Mock, name = 'acme/quill-1') {
  const messages = [{ role: 'user', content: 'Hi' }];
  const body = { model: name, messages, max_tokens: 10 };
  const { status, value } = await ask(gateway, 'POST /v1/chat/completions', { body });
  return { status, guardrail: value.error?.metadata?.guardrail as string | undefined };
}

const FORBIDDEN = { status: 403, guardrail: 'careful' };

describe('guardrails of a tenant', () => {
  it('hold for the mock’s key once they are assigned to its user', async () => {
    const gateway = under({ allowedModels: ['acme/quiet-1'] });
    assert.deepEqual(await chat(gateway), FORBIDDEN);
    assert.equal((await chat(gateway, 'acme/quiet-1')).status, 200);
    const guardrails = [guardrail({ name: 'careful', allowedModels: ['acme/quiet-1'] })];
    const others = [assignment({ guardrail: 'careful', user: 'user_ada' })];
    for (const assignments of [[], others]) {
      const free = createMockGateway({ world: 'tiny', models: MODELS, guardrails, assignments });
      assert.equal((await chat(free)).status, 200);
    }
  });

  it('limit providers, and retention by the signal of the model', async () => {
    for (const spec of [{ allowedProviders: ['orrery'] }, { zdr: true }]) {
      const gateway = under(spec);
      assert.deepEqual(await chat(gateway), FORBIDDEN);
      assert.equal((await chat(gateway, 'acme/quiet-1')).status, 200);
      const { value } = await ask(gateway, 'GET /v1/models/user', {});
      assert.deepEqual(
        value.data.map(({ id }: { id: string }) => id),
        ['acme/quiet-1'],
      );
    }
  });

  it('limit spending in windows of the tenant’s clock, and reset takes it back', async () => {
    const gateway = under({ usd: '0.05', reset: 'daily' });
    const spend = async () => {
      for (let served = 0; served < 20; served++) {
        const answer = await chat(gateway);
        if (answer.status !== 200) return { ...answer, served };
      }
      return assert.fail('nothing was refused');
    };
    const first = await spend();
    assert.deepEqual({ ...first, served: undefined }, { ...FORBIDDEN, served: undefined });
    assert.ok(first.served > 0);
    await gateway.clock.advance('1d');
    assert.equal((await chat(gateway)).status, 200);
    await spend();
    await gateway.reset();
    assert.equal((await spend()).served, first.served);
  });

  it('that are only assigned limit nothing, in every named world', async () => {
    for (const world of ['golden', 'tiny'] as const) {
      const gateway = createMockGateway({ world, assignments: [assignment()], models: MODELS });
      assert.equal((await chat(gateway)).status, 200);
    }
  });

  it('are refused when they are malformed', () => {
    assert.throws(() => guardrail({ usd: '-1' }), /GW1701/);
    assert.throws(() => guardrail({ reset: 'daily' }), /reset of a guardrail needs an amount/);
    assert.throws(
      () => guardrail({ allowedModel: ['x'] } as never),
      /did you mean "allowedModels"/,
    );
    assert.throws(
      () => createMockGateway({ guardrails: [{} as never] }),
      /guardrails\[0\] was not made by guardrail\(\)/,
    );
    const [one, same] = [guardrail({ name: 'x' }), guardrail({ name: 'x' })];
    assert.throws(() => createMockGateway({ guardrails: [one, same] }), /have the same id/);
  });
});
