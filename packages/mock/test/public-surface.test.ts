import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/mock')).toSorted(), [
    'assignment',
    'createMockGateway',
    'createVirtualClock',
    'destination',
    'member',
    'model',
    'on',
    'ruleFromJson',
    'startMockGateway',
    'startRecorder',
  ]);
});

it('exports exactly these names for control over HTTP', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/mock/control')).toSorted(), [
    'ControlError',
    'connectMockGateway',
  ]);
});

it('exports exactly these names for MSW', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/mock/msw')), ['mswHandlers']);
});

it('exports exactly these names for Vite', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/mock/vite')), ['modelGateway']);
});

// The one for Jest can only be imported in Jest.
it('exports exactly these names for test runners', async () => {
  const inNode = await import('@model-gateway/mock/node-test');
  assert.deepEqual(Object.keys(inNode), ['gatewayFixtures']);
  const inVitest = await import('@model-gateway/mock/vitest');
  assert.deepEqual(Object.keys(inVitest), ['gatewayTest']);
  const inPlaywright = await import('@model-gateway/mock/playwright');
  assert.deepEqual(Object.keys(inPlaywright), ['gatewayTest']);
});
