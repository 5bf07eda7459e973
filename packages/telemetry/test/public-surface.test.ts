import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/telemetry')).toSorted(), [
    'createForwarder',
    'previewForwarding',
    'sumStats',
    'toOpenMetrics',
  ]);
});
