import { loadFixtures } from '@model-gateway/fixtures/node';
import {
  createMockGateway,
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from '@model-gateway/mock';
import { mswHandlers } from '@model-gateway/mock/msw';
import { modelGateway } from '@model-gateway/mock/vite';
import { makeApp } from './make-app.ts';
import { passesAsTest, passesAsTestWith, type Example } from './rehearsal.ts';
import type { Names } from './run-snippet.ts';

/** What the blocks of TypeScript in the mock's README do. */
export const MOCK_EXAMPLES: readonly Example[] = [
  passesAsTest,
  passesAsTestWith({ makeApp }),
  beside((gateway) => ({ gateway })),
  beside((t) => ({ t })),
  beside((gateway) => ({
    gateway,
    // Its stream is broken off.
    app: { draw: (prompt: string) => makeApp(gateway).watch(prompt).catch(String) },
  })),
  async ({ run }) => void (await run({ names: { makeApp, startMockGateway: startTiny } })),
  beside(async (t) => {
    await makeApp(t).draw('red panda');
    return { t };
  }),
  async ({ run }) => {
    const names = { startMockGateway, loadFixtures: async () => loadFixtures('fixtures/worked') };
    await run({ names });
  },
  async ({ run }) => {
    const defineConfig = (config: object) => config;
    const setupWorker = () => ({ start: async () => {} });
    await run({
      names: { defineConfig, modelGateway, setupWorker, mswHandlers, createMockGateway },
    });
  },
];

/** Runs an example that names what it does not make, beside a gateway. */
function beside(namesOf: (gateway: RunningMockGateway) => Names | Promise<Names>): Example {
  return async ({ run }) => {
    await using gateway = await startTiny();
    await run({ names: await namesOf(gateway) });
  };
}

function startTiny(options?: StartMockGatewayOptions): Promise<RunningMockGateway> {
  return startMockGateway({ world: 'tiny', ...options });
}
