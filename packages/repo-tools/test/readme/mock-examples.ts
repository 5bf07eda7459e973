import { loadFixtures } from '@model-gateway/fixtures/node';
import {
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from '@model-gateway/mock';
import { makeApp } from './make-app.ts';
import { passesAsTest, type Example } from './rehearsal.ts';
import type { Names } from './run-snippet.ts';

/** What the blocks of TypeScript in the mock's README do. */
export const MOCK_EXAMPLES: readonly Example[] = [
  async ({ run }) => {
    let gateway: RunningMockGateway | undefined;
    const app = {
      async ask(content: string) {
        await fetch(`${gateway?.baseURL}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${gateway?.apiKey}` },
          body: JSON.stringify({ model: 'acme/quill-1', messages: [{ role: 'user', content }] }),
        });
      },
    };
    await run({ names: { app, startMockGateway: async () => (gateway = await startTiny()) } });
  },
  passesAsTest,
  passesAsTest,
  beside((gateway) => ({ gateway })),
  beside((gateway) => ({ gateway })),
  beside((gateway) => ({ gateway })),
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
    await run();
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
