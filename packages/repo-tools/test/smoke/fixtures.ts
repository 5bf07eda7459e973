import {
  createMemoryAssets,
  parseFixtures,
  createReplay,
  writeFixtureFile,
} from '@model-gateway/fixtures';
import { loadFixtures } from '@model-gateway/fixtures/node';

async function main(): Promise<void> {
  const text = writeFixtureFile({
    gw: 1,
    exchanges: [
      { id: 'page', match: { op: 'listModels' }, respond: { status: 200, json: { data: [] } } },
    ],
  });
  const { handle } = createReplay(
    parseFixtures([{ file: 'smoke.gw.yaml', text }], { assets: createMemoryAssets() }),
  );
  const response = await handle({
    method: 'GET',
    path: '/models',
    search: '',
    mount: '/v1',
    headers: {},
    body: { kind: 'none' },
  });
  if (response?.status !== 200)
    throw new Error('the fixture was not replayed', { cause: response });
  const outcome = await loadFixtures('nowhere/*.gw.yaml').catch((error: unknown) => error);
  if (!(outcome instanceof Error && outcome.message.includes('GW2018'))) {
    throw new Error('expected an error that no fixtures exist', { cause: outcome });
  }
}

void main();
