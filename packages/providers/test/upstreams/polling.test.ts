import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { FakeProvider, Fault } from '@model-gateway/providers/testing';
import { startGatewayScene } from '../support/gateway-scene.ts';
import { runJob } from '../support/run-job.ts';
import { SkippingClock } from '../support/skipping-clock.ts';
import { aJob } from '../support/subject.ts';
import { SUBJECTS } from '../support/providers.ts';

const cancellations = ({ requests }: FakeProvider) =>
  requests.filter(({ stage }) => stage === 'cancel').length;

/** Waits for what a provider does after its job has ended. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

for (const [name, subject] of Object.entries(SUBJECTS)) {
  if (!subject.stages.includes('poll')) continue;
  const once = subject.canCancel === true ? 1 : 0;

  describe(`a job of ${name} that is left before its end`, () => {
    for (const stage of subject.stages.filter((each) => each !== 'submit')) {
      const calledOff = stage === 'poll' ? once : 0;
      it(`by an abort during ${stage} is cancelled ${calledOff} times`, async () => {
        await using fake = await subject.start();
        await using http = createGuardedHttpClient({ allow: () => true });
        const { baseUrl, apiKey } = fake;
        const clock = new SkippingClock();
        const provider = subject.create({ baseUrl, apiKey, http, clock, random: () => 0.5 });
        fake.fail(stage, 'silence');
        const controller = new AbortController();
        const reason = new Error('the client left');
        const outcome = runJob(provider, aJob(subject.model), controller.signal).then(
          () => undefined,
          (error: unknown) => error,
        );
        await fake.silent();
        controller.abort(reason);
        assert.equal(await outcome, reason);
        await someTurns();
        assert.equal(cancellations(fake), calledOff);
        assert.equal(clock.waiting, 0, 'timers are left');
      });
    }

    it('is downloaded without the key', async () => {
      await using scene = await startGatewayScene(subject, false);
      const { response, text } = await scene.draw();
      assert.equal(response.status, 200, text.slice(0, 500));
      const downloads = scene.fake.requests.filter(({ stage }) => stage === 'download');
      assert.equal(downloads.length, 1);
      for (const { request } of downloads) {
        assert.doesNotMatch(JSON.stringify([request.headers, request.path]), /test-key/);
      }
    });

    it('because it never ends, times out and is cancelled', async () => {
      await using scene = await startGatewayScene(subject, false);
      const pending: Fault = subject.pending ?? 'silence';
      scene.fake.fail('poll', pending, 1000);
      const { response, text } = await scene.draw();
      assert.equal(response.status, 524, text);
      await someTurns();
      assert.equal(cancellations(scene.fake), once);
      assert.equal(scene.ledger.balanceOf('account'), '100');
    });
  });
}
