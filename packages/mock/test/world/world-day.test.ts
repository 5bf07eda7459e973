import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { createMockGateway, model, type MockTenant } from '@model-gateway/mock';
import { loadGoldenWorld } from '@model-gateway/worlds';
import { tinyWorld } from '../../../worlds/src/world/tiny-world.ts';
import { createVirtualClock } from '../../src/clock/create-virtual-clock.ts';
import { ask } from '../ask.ts';

/*
 * A world stands on a day of its own, so that what is asked about ages is answered the same next
 * year. Source: contract §11.3.
 */

const WORLD_DAY = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;
/** A computer whose date is wrong, today, and the years after it. */
const DATES = ['1970-01-02', '2026-11-22', '2027-11-01', '2030-02-28', '2036-12-31'] as const;

/** A gateway whose clock runs with a real time that is `date`. */
function gatewayAt(date: string, options: Parameters<typeof createMockGateway>[0] = {}) {
  const real = createManualClock(Date.parse(`${date}T17:31:07.123Z`));
  const clock = createVirtualClock({}, real);
  return { real, clock, gateway: createMockGateway({ clock, ...options }) };
}

async function totalOf(gateway: MockTenant, search: string): Promise<number> {
  const { status, value } = await ask(gateway, `GET /v1/models${search}`);
  assert.equal(status, 200);
  return value.total_count;
}

describe('the golden world', () => {
  const REQUESTS = [
    'GET /v1/models',
    'GET /v1/models?max_age_days=30',
    'GET /v1/models?min_age_days=31&sort=newest&limit=20',
    'GET /v1/models?output_modalities=all&max_age_days=0',
    'GET /v1/models?use_rss=true&max_age_days=90',
    'GET /v1/observability/destinations?limit=100',
    'GET /v1/organization/members?limit=100',
    'GET /v1/guardrails/assignments/members?limit=100',
  ];
  for (const request of REQUESTS) {
    it(`gives one answer to ${request} on any date`, async () => {
      const answers = [];
      for (const date of DATES) {
        const { gateway } = gatewayAt(date);
        const { apiKey, managementKey } = gateway;
        const key = request.includes('/models') ? apiKey : managementKey;
        const { status, headers, value } = await ask(gateway, request, { key });
        answers.push({ status, etag: headers['etag'], value });
      }
      const [first] = answers;
      assert.equal(first?.status, 200);
      for (const answer of answers) assert.deepEqual(answer, first);
    });
  }

  it('has models of its last month', async () => {
    const { gateway } = gatewayAt('2036-12-31');
    assert.ok((await totalOf(gateway, '?max_age_days=30')) >= 5);
  });

  it('makes images now, whatever its day is', async () => {
    const { gateway, clock } = gatewayAt('2030-02-28');
    const body = { model: 'acme/paint-1', prompt: 'red panda', size: '64x64' };
    const { value } = await ask(gateway, 'POST /v1/images', { body });
    assert.equal(value.created, Math.floor(clock.now() / 1000));
  });

  it('does not age while real time passes', async () => {
    const { gateway, real } = gatewayAt('2026-11-22');
    const before = await totalOf(gateway, '?max_age_days=30');
    real.advance(400 * DAY);
    assert.equal(await totalOf(gateway, '?max_age_days=30'), before);
  });
});

describe('nothing lies in the future of its own world:', () => {
  for (const [name, load] of [
    ['golden', loadGoldenWorld],
    ['tiny', async () => tinyWorld()],
  ] as const) {
    it(name, async () => {
      const { day, models, destinations, assignments } = await load();
      assert.equal(day, WORLD_DAY);
      const moments = [
        ...models.map(({ model: one }) => one.created * 1000),
        ...destinations.flatMap(({ destination: one }) => [one.created_at, one.updated_at]),
        ...assignments.map((one) => one.created_at),
      ];
      for (const moment of moments) assert.ok(new Date(moment).getTime() <= WORLD_DAY, `${moment}`);
      for (const { model: one } of models) {
        if (one.expiration_date == null) continue;
        assert.ok(Date.parse(one.expiration_date) > WORLD_DAY, one.id);
      }
    });
  }
});

describe('a clock that the test moves', () => {
  const created = (date: string) => Date.parse(date) / 1000;
  const models = [model({ id: 'acme/october', created: created('2026-10-22') })];

  for (const mode of ['frozen', 'flowing', 'autoAdvance'] as const) {
    it(`ages a world by what it is advanced, ${mode}`, async () => {
      const gateway = createMockGateway({ clock: mode, models });
      assert.equal(await totalOf(gateway, '?min_age_days=10&max_age_days=10'), 1);
      await gateway.clock.advance('2d');
      assert.equal(await totalOf(gateway, '?min_age_days=12&max_age_days=12'), 1);
    });
  }

  it('measures ages from the time that it is set to', async () => {
    const gateway = createMockGateway({ models });
    await gateway.clock.set('2026-10-25');
    assert.equal(await totalOf(gateway, '?min_age_days=3&max_age_days=3'), 1);
    await gateway.clock.advance('1d');
    assert.equal(await totalOf(gateway, '?min_age_days=4&max_age_days=4'), 1);
  });

  it('measures ages from the time that it began with', async () => {
    const gateway = createMockGateway({ clock: { now: '2026-10-24', mode: 'frozen' }, models });
    assert.equal(await totalOf(gateway, '?min_age_days=2&max_age_days=2'), 1);
  });

  it('measures them from the world’s day again after a reset', async () => {
    const gateway = createMockGateway({ clock: 'frozen', models });
    await gateway.clock.set('2026-10-25');
    await gateway.reset();
    assert.equal(await totalOf(gateway, '?min_age_days=10&max_age_days=10'), 1);
  });

  it('is known to a tenant that begins with a snapshot', async () => {
    const gateway = createMockGateway({ clock: 'frozen', models });
    await gateway.clock.advance('5d');
    const advanced = await gateway.fork();
    assert.equal(await totalOf(advanced, '?min_age_days=15&max_age_days=15'), 1);
    await gateway.clock.set('2026-10-25');
    const set = await gateway.fork();
    assert.equal(await totalOf(set, '?min_age_days=3&max_age_days=3'), 1);
  });

  it('is restored with a snapshot', async () => {
    const gateway = createMockGateway({ clock: 'frozen', models });
    const snapshot = await gateway.snapshot();
    await gateway.clock.set('2026-10-25');
    await gateway.restore(snapshot);
    assert.equal(await totalOf(gateway, '?min_age_days=10&max_age_days=10'), 1);
  });
});

describe('models of your own', () => {
  const daysOld = (date: string, days: number) => Date.parse(date) / 1000 - days * 86_400;

  it('are as old as they are by the clock once one of them is younger than the world’s day', async () => {
    const models = [
      model({ id: 'acme/new', created: daysOld('2030-02-28', 3) }),
      model({ id: 'acme/old', created: daysOld('2030-02-28', 400) }),
    ];
    const { gateway } = gatewayAt('2030-02-28', { models });
    assert.equal(await totalOf(gateway, '?min_age_days=3&max_age_days=3'), 1);
    assert.equal(await totalOf(gateway, '?min_age_days=400'), 1);
  });

  it('age the same way in a world of your own that names no day', async () => {
    const models = [model({ id: 'acme/old', created: daysOld('2026-10-22', 0) })];
    const world = { name: 'mine', revision: '1', models };
    const { gateway } = gatewayAt('2026-10-25', { world });
    assert.equal(await totalOf(gateway, '?min_age_days=3&max_age_days=3'), 1);
  });

  it('age from the day that a world of your own names', async () => {
    const models = [model({ id: 'acme/old', created: daysOld('2026-10-22', 0) })];
    const world = { name: 'mine', revision: '1', models, day: '2026-10-24' };
    const { gateway } = gatewayAt('2036-12-31', { world });
    assert.equal(await totalOf(gateway, '?min_age_days=2&max_age_days=2'), 1);
  });

  it('are refused with an invalid day', () => {
    const world = { name: 'mine', revision: '1', models: [], day: '24 October' };
    assert.throws(() => createMockGateway({ world }), { code: 'GW1502' });
  });
});
