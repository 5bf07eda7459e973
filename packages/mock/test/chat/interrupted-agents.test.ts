// System: 200 agents whose connections break, and 100 rounds of 20 tenants.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { call, startMockGateway, type RunningMockGateway } from '@model-gateway/mock';
import { SDK_CLIENTS, type SdkClient } from './sdk-clients.ts';

/* Agents whose connections break, with the retries of their own SDKs: no step is lost or doubled. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

type Tenant = ReturnType<RunningMockGateway['tenant']>;

const STEPS = 3;

/** An agent that is told to go to places, one after the other. */
function scripted(t: Tenant, name: string, steps = STEPS): void {
  t.chat('tour').script(
    ...Array.from({ length: steps }, (_, n) => call('visit', { place: `${name} ${n}` })),
    ({ results }) => `Last: ${results['visit']}`,
  );
}

/** Runs the agent; returns the places that it visited, in order. */
async function tour(client: SdkClient, t: Tenant): Promise<readonly [string, string[]]> {
  const visited: string[] = [];
  const visit = (args: unknown) => {
    // As the script has it.
    const { place } = args as { readonly place: string };
    visited.push(place);
    return place;
  };
  const { text } = await client.agent(t, 'a tour', { visit });
  return [text, visited];
}

function expected(name: string, steps = STEPS): readonly [string, readonly string[]] {
  const places = Array.from({ length: steps }, (_, n) => `${name} ${n}`);
  return [`Last: ${places.at(-1)}`, places];
}

/** A small generator, the same for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const FAULTS = [
  'reset-before-headers',
  'end-before-headers',
  'hang-up',
  'overloaded',
  'rate-limit',
] as const;

/** Breaks the attempts of each step, fewer than its client makes. */
function interrupt(t: Tenant, seed: number): void {
  const pick = random(seed);
  for (let step = 0; step <= STEPS; step++) {
    const times = pick(3);
    const fault = FAULTS[pick(FAULTS.length)] ?? 'overloaded';
    const answers = (messages: readonly { readonly role: string }[]) =>
      messages.filter(({ role }) => role === 'assistant').length === step;
    const builder = t.chat({ messages: answers });
    for (let n = 0; n < times; n++) {
      if (fault === 'overloaded' || fault === 'rate-limit') builder.fail(fault);
      else builder.fault(fault === 'hang-up' ? 'garbage' : fault);
    }
  }
}

const CLIENTS = Object.entries(SDK_CLIENTS);

describe('an agent whose connections break', () => {
  it('makes each of its steps once, 200 times with different breaks', async () => {
    // All at once, because most of their time is the back-off of the clients.
    await Promise.all(
      Array.from({ length: 200 }, async (_, seed) => {
        const [name, client] = CLIENTS[seed % CLIENTS.length] ?? [];
        assert.ok(client);
        await using t = gateway.tenant();
        scripted(t, `place ${seed}`);
        interrupt(t, seed + 1);
        const toured = await tour(client, t);
        assert.deepEqual(toured, expected(`place ${seed}`), `${name}, seed ${seed}`);
      }),
    );
  });
});

describe('tenants that ask the same', () => {
  it('get their own answers, 100 rounds of 20 at a time', async () => {
    for (let round = 0; round < 100; round++) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await using t = gateway.tenant();
          scripted(t, `${round}.${n}`, 1);
          const [, client] = CLIENTS[n % CLIENTS.length] ?? [];
          assert.ok(client);
          assert.deepEqual(await tour(client, t), expected(`${round}.${n}`, 1));
        }),
      );
    }
  });
});
