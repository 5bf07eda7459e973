import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openGateway } from '@model-gateway/server';

it('a gateway that may not migrate refuses a store without tables', async () => {
  const config = { store: 'sqlite::memory:', log: { level: 'silent' } } as const;
  await assert.rejects(openGateway(config, { migrate: false }), /has no tables/);
});
