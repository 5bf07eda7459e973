import assert from 'node:assert/strict';
import { it } from 'node:test';
import { run } from './run.ts';

it('the production example makes an image, charges for it, and Langfuse gets its trace', async () => {
  const lines: string[] = [];
  const { bytes, cost, traces } = await run((line) => lines.push(line));
  assert.ok(bytes > 0);
  assert.ok(cost > 0);
  assert.equal(lines.length, 2);
  assert.equal(traces.length, 1);
  const { attributes } = traces[0] ?? assert.fail();
  assert.equal(attributes['langfuse.observation.type'], 'generation');
  assert.equal(attributes['langfuse.observation.model.name'], 'openai/gpt-image-1-mini');
  assert.deepEqual(JSON.parse(attributes['langfuse.observation.cost_details'] ?? ''), {
    total: cost,
  });
});
