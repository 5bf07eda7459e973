import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/openapi')).toSorted(), [
    'createDocsPage',
    'createOpenApiDocument',
    'describeInterface',
    'docsPagePolicy',
  ]);
});
