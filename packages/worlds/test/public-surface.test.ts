import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/worlds')).toSorted(), [
    'DIAGNOSTICS',
    'GOLDEN',
    'MOCK_ACCOUNT',
    'WORLD_NAMES',
    'assignment',
    'destination',
    'generateWorld',
    'imageEndpointOf',
    'isBuilderError',
    'loadGoldenWorld',
    'member',
    'model',
    'resolveWorld',
    'worldName',
  ]);
});
