import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { commonFaults } from '../support/common-faults.ts';
import { inTurn, rowsFor } from '../support/long-tests.ts';
import { SPARE_PRICE, startGatewayScene } from '../support/gateway-scene.ts';
import { STATUS_OF } from '../support/status-of.ts';
import { SUBJECTS } from '../support/providers.ts';

/**
 * Returns whether the client's request is at fault, so that another provider would refuse it too.
 */
const isFinal = (failure: FailureClass) => STATUS_OF[failure] === 400;

const ALONE = 'alone';
const settings = inTurn([ALONE, 'beside another provider']);

for (const [column, [name, subject]] of Object.entries(SUBJECTS).entries()) {
  const cost = Number(subject.cost);
  const faults = [
    ...rowsFor(column, subject.stages.flatMap(commonFaults)),
    ...subject.failures.map(([what, stage, fault, failure]) => {
      // Reading a result is tried four times.
      return { what, stage, fault, failure, times: stage === 'submit' ? 1 : 4 };
    }),
  ];

  describe(`every fault of ${name}, through the gateway`, () => {
    for (const { what, stage, fault, times = 1, failure } of faults) {
      if (failure === undefined) {
        it(`${what} (${stage}) is waited out and charged once`, async () => {
          await using scene = await startGatewayScene(subject, false);
          scene.fake.fail(stage, fault, times);
          const { response, text } = await scene.draw();
          assert.equal(response.status, 200, text.slice(0, 500));
          assert.equal(Number(scene.ledger.balanceOf('account')), 100 - cost);
          assert.deepEqual(scene.errors, []);
        });
        continue;
      }

      const isRefused = async () => {
        await using scene = await startGatewayScene(subject, false);
        scene.fake.fail(stage, fault, times);
        const { response, text } = await scene.draw();
        assert.equal(response.status, STATUS_OF[failure], text.slice(0, 500));
        const { error } = JSON.parse(text);
        assert.equal(error.metadata.attempts[0]?.class, failure);
        assert.doesNotMatch(text, /127\.0\.0\.1|test-key/);
        assert.equal(scene.ledger.balanceOf('account'), '100');
        assert.deepEqual(scene.errors, []);
        assert.equal(scene.told.length, failure === 'credential' ? 1 : 0);
      };

      const isTakenOver = async () => {
        await using scene = await startGatewayScene(subject, true);
        scene.fake.fail(stage, fault, times);
        const { response, text } = await scene.draw();
        assert.equal(response.status, isFinal(failure) ? 400 : 200, text.slice(0, 500));
        const paid = isFinal(failure) ? 0 : Number(SPARE_PRICE);
        assert.equal(Number(scene.ledger.balanceOf('account')), 100 - paid);
      };

      for (const setting of settings()) {
        if (setting === ALONE) {
          it(`${what} (${stage}) is ${failure}: ${STATUS_OF[failure]}, not charged`, isRefused);
        } else {
          const how = isFinal(failure) ? 'ends the request' : 'goes to the next provider';
          it(`${what} (${stage}) ${how}`, isTakenOver);
        }
      }
    }

    it('is charged what it costs when nothing fails', async () => {
      await using scene = await startGatewayScene(subject, true);
      const { response, text } = await scene.draw();
      assert.equal(response.status, 200, text.slice(0, 500));
      assert.equal(scene.ledger.balanceOf('account'), String(100 - cost));
      assert.equal(JSON.parse(text).usage?.cost ?? cost, cost);
      assert.equal(scene.clock.waiting, 0, 'timers are left');
    });
  });
}
