import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDecimals, formatDecimal, parseDecimal } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { commonFaults } from '../support/common-faults.ts';
import { SPARE_PRICE, startGatewayScene } from '../support/gateway-scene.ts';
import { SUBJECTS } from '../support/providers.ts';

/** More at full length: `pnpm test:system`. */
const REQUESTS = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 160 : 20;

const decimal = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 };

describe('money, over random requests with random faults and clients that leave', () => {
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    it(`balances exactly at ${name}`, async () => {
      const random = createRandomSource(`money ${name}`);
      const faults = subject.stages.flatMap(commonFaults);
      await using scene = await startGatewayScene(subject, true);
      const own = scene.provider.name;
      let charged = decimal('0');
      for (let request = 0; request < REQUESTS; request++) {
        const fault = random.chance(0.5) ? faults[random.whole(0, faults.length - 1)] : undefined;
        if (fault !== undefined) scene.fake.fail(fault.stage, fault.fault, fault.times);
        const controller = new AbortController();
        if (random.chance(0.2)) leaveAfter(random.whole(0, 30), controller);
        const answer = await scene.draw({}, controller.signal).catch(() => undefined);
        scene.fake.forgive();
        if (answer?.response.status !== 200) continue;
        const cost =
          answer.response.headers['x-provider-name'] === own ? subject.cost : SPARE_PRICE;
        charged = addDecimals(charged, decimal(cost));
      }
      const total = addDecimals(charged, decimal(scene.ledger.balanceOf('account') ?? '0'));
      assert.equal(formatDecimal(total), '100');
      assert.deepEqual(scene.errors, []);
    });
  }
});

/** Lets the client leave after some turns of the event loop. */
function leaveAfter(turns: number, controller: AbortController): void {
  if (turns === 0) controller.abort(new Error('the client left'));
  else setImmediate(() => leaveAfter(turns - 1, controller));
}
