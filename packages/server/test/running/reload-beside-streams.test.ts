// System: starts servers and waits for them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment } from '../support/deployment.ts';
import { aHeldStream } from '../support/held-stream.ts';

it('a second reload does not wait for a stream that began before the first', async () => {
  await using deployment = await createDeployment();
  const { openai } = deployment;
  const server = await deployment.start();
  const response = await aHeldStream(deployment, server.url);
  for (const isPublic of [true, false]) {
    await deployment.configure(`catalog: { public: ${isPublic} }`);
    server.signal('SIGHUP');
    await until('the configuration to be in service', async () => {
      const { status } = await fetch(`${server.url}/models`);
      return status === (isPublic ? 200 : 401);
    });
  }
  openai.release();
  assert.match(await response.text(), /image_generation\.completed/);
});
