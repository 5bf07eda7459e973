import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { GatewayRequest } from '@model-gateway/core';
import { emptyResponse } from '@model-gateway/core/http';
import { aRequest } from '../../../core/test/builders.ts';
import { createLateHandler } from '../../src/http/late-handler.ts';

const REQUEST: GatewayRequest = aRequest('/', { mount: '' });

it('holds a request until its handler is ready', async () => {
  const late = createLateHandler();
  const early = late.handle(REQUEST);
  late.provide(async ({ method }) => emptyResponse(method === 'GET' ? 204 : 500));
  assert.equal((await early)?.status, 204);
});

it('passes on a request that the handler does not answer', async () => {
  const late = createLateHandler();
  late.provide(async () => undefined);
  assert.equal(await late.handle(REQUEST), undefined);
});
