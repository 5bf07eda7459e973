import assert from 'node:assert/strict';
import {
  createMemoryCreditLedger,
  type CreditLedger,
  type ManualClock,
  type Reservation,
} from '@model-gateway/core';
import { encodeEvent, type GatewayResponse, type ServerSentEvent } from '@model-gateway/core/http';
import { ACCOUNT, anImageGateway, draw, jsonOf, PNG, settled } from '../image-builders.ts';
import { randomOf, type Random } from './random.ts';
import { randomProvider } from './random-provider.ts';
import { bill, DIGITS, mostItCanCost, type ReferenceJob } from './reference-bill.ts';
import { rational } from '../../rational.ts';

const BUDGET_MS = 100_000;
const REFERENCE = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;

/** Shapes with the pixels and the tier that they mean (contract §4.2). */
const SHAPES = [
  { body: {}, pixels: 1_048_576, tier: undefined },
  { body: { aspect_ratio: '16:9' }, pixels: 589_824, tier: undefined },
  { body: { aspect_ratio: '9:16', resolution: '2K' }, pixels: 2_359_296, tier: '2K' },
  { body: { size: '1000x504' }, pixels: 504_000, tier: '1K' },
  { body: { size: '2048x1032' }, pixels: 2_113_536, tier: '2K' },
] as const;

/** How one run ended, for counting that the runs are of every kind. */
export type Ending = 'refused' | 'failed' | 'whole' | 'early' | 'nothing';

/**
 * One request with random prices, providers, faults and client, all from one seed. Throws when its
 * money is not what the reference says to the last digit.
 */
export async function moneyRun(seed: number): Promise<Ending> {
  const random = randomOf(seed);
  const providers = ['one', 'two', 'three']
    .slice(0, random.whole(1, 3))
    .map((slug) => randomProvider(slug, random, (): ManualClock => setup.clock));
  const books = bookkeeping(
    random.pick(['1000', '1000', '1000', '1000', '20', '0.000000000000000007']),
  );
  const setup = anImageGateway(
    providers.map(({ provider }) => provider),
    { ledger: books.ledger, budgetMs: BUDGET_MS, random: random.fraction },
  );

  const shape = random.pick([SHAPES[0], ...SHAPES]);
  const [n, references, promptBytes] = [
    random.whole(1, 10),
    random.whole(0, 2),
    random.whole(1, 6),
  ];
  const quality = random.chance(0.5) ? random.pick(['low', 'high']) : undefined;
  const body = {
    ...shape.body,
    n,
    prompt: 'x'.repeat(promptBytes),
    stream: random.chance(0.7),
    ...(quality !== undefined && { quality }),
    ...(references > 0 && {
      input_references: Array.from({ length: references }, () => ({
        type: 'image_url',
        image_url: { url: REFERENCE },
      })),
    }),
    provider: { order: ['one', 'two', 'three'] },
  };
  const jobs = new Map(
    providers.map(({ provider, pricing, maxTokensPerImage }): [string, ReferenceJob] => {
      const { pixels, tier } = shape;
      const job = { pricing, promptBytes, references, n, pixels, tier, quality, maxTokensPerImage };
      return [provider.name, job];
    }),
  );

  const client = new AbortController();
  const response = await answerTo(draw(setup.gateway, body, client.signal), {
    random,
    client,
    clock: setup.clock,
  });
  const got = await receive(response, { random, client, clock: setup.clock });
  for (let i = 0; i < 3; i++) await settled();

  const most = [...jobs.values()].map(mostItCanCost).reduce((a, b) => (b > a ? b : a));
  const who = providers.find(
    ({ provider }) => provider.name === response.headers['x-provider-name'],
  );
  const job = jobs.get(who?.provider.name ?? '');
  const charge = job === undefined || who === undefined ? 0n : bill(job, who.said(), got);
  books.check({ most, charge, isRefused: response.status === 402 });
  assert.equal(setup.clock.waiting, 0, 'a timer was left behind');
  for (const { provider, ignoresItsSignal } of providers) {
    assert.ok(provider.running === 0 || ignoresItsSignal(), `${provider.slug} still runs`);
  }
  if (response.status === 402) return 'refused';
  if (job === undefined) return 'failed';
  return got === 0 ? 'nothing' : got === n ? 'whole' : 'early';
}

interface World {
  readonly random: Random;
  readonly client: AbortController;
  readonly clock: ManualClock;
}

/** Waits for the answer while time passes; one client in ten leaves before it is there. */
async function answerTo(
  answer: Promise<GatewayResponse>,
  { random, client, clock }: World,
): Promise<GatewayResponse> {
  const leavesAt = random.chance(0.1) ? random.whole(0, 4) : Infinity;
  let response: GatewayResponse | undefined;
  void answer.then((value) => (response = value));
  for (let step = 0; step < 1000; step++) {
    if (step === leavesAt) client.abort(new Error('the client left'));
    await settled();
    if (response !== undefined) return response;
    clock.advance(random.pick([1, 500, 5000, 20_000]));
  }
  return assert.fail('no answer');
}

/** Reads as some client does; returns how many complete images it got. */
async function receive(response: GatewayResponse, world: World): Promise<number> {
  const { body } = response;
  if (body.kind !== 'events')
    return response.status === 200 ? (jsonOf(response).data?.length ?? 0) : 0;
  const { random, client, clock } = world;
  const events = body.events[Symbol.asyncIterator]();
  const stopsAfter = random.chance(0.5) ? Infinity : random.whole(0, 12);
  const isSlow = random.chance(0.3);
  let images = 0;
  for (let pulls = 0; pulls < stopsAfter; pulls++) {
    if (isSlow) clock.advance(random.pick([1, 3000, 30_000]));
    let pulled: ServerSentEvent | 'end' | undefined;
    void events.next().then(
      ({ value }) => (pulled = value ?? 'end'),
      () => (pulled = 'end'),
    );
    for (let step = 0; ; step++) {
      await settled();
      if (pulled !== undefined) break;
      assert.ok(step < 1000, 'a frame never came');
      if (pulls + 1 === stopsAfter && random.chance(0.3)) client.abort(new Error('it left'));
      else clock.advance(random.pick([1, 500, 5000, 20_000]));
    }
    if (pulled === 'end') return images;
    if (isCompleted(pulled)) images++;
  }
  const leaving = random.whole(0, 2);
  if (leaving === 0) client.abort(new Error('the client left'));
  else if (leaving === 1) await events.return?.();
  // It neither reads nor leaves: the budget ends the response.
  else clock.advance(BUDGET_MS);
  await settled();
  if (leaving === 2) assert.equal(body.signal?.aborted, true, 'the connection is held');
  return images;
}

function isCompleted(event: ServerSentEvent): boolean {
  const text = Buffer.concat([...encodeEvent(event)]).toString();
  return text.startsWith('data: {"type":"image_generation.completed"');
}

/** A ledger that keeps its books apart from the one that it asks. */
function bookkeeping(balance: string) {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: balance });
  const reserved: string[] = [];
  const charges: string[] = [];
  let ends = 0;
  const ledger: CreditLedger = {
    async reserve(accountId, amount) {
      const reservation = await inner.reserve(accountId, amount);
      if (reservation !== undefined) reserved.push(amount);
      return reservation;
    },
    async settle(reservation: Reservation, amount) {
      ends++;
      charges.push(amount);
      await inner.settle(reservation, amount);
    },
    async release(reservation) {
      ends++;
      await inner.release(reservation);
    },
  };
  return {
    ledger,
    /** `most` and `charge` in the units of the reference. */
    check(expected: { most: bigint; charge: bigint; isRefused: boolean }): void {
      assert.equal(ends, reserved.length, `${reserved.length} reservations, ended ${ends} times`);
      const amounts = reserved.map(exactly);
      if (expected.isRefused) assert.deepEqual(amounts, []);
      else assert.deepEqual(amounts, [expected.most], 'what was reserved');
      const charged = charges.map(exactly).reduce((a, b) => a + b, 0n);
      assert.equal(charged, expected.charge, 'what was charged');
      assert.ok(charged <= expected.most, 'more was charged than reserved');
      const left = exactly(inner.balanceOf(ACCOUNT) ?? '');
      assert.equal(left, exactly(balance) - expected.charge, 'what is left');
    },
  };
}

/** An amount in the units of the reference; fails when it is not a whole number of them. */
function exactly(amount: string): bigint {
  const read = rational(amount);
  assert.ok(read, amount);
  const scaled = read.numerator * 10n ** BigInt(DIGITS);
  assert.equal(scaled % read.denominator, 0n, `${amount} has more than ${DIGITS} digits`);
  return scaled / read.denominator;
}
