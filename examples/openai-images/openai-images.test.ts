import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { serve } from '@model-gateway/node';
import OpenAI from 'openai';
import { withOpenAIImages } from './openai-images.ts';

async function start(t: { after(end: () => Promise<unknown>): void }) {
  const gateway = createMockGateway();
  const server = await serve(withOpenAIImages(gateway.handle));
  t.after(() => server.closeNow());
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: gateway.apiKey, maxRetries: 0 });
  return { gateway, client };
}

const LIGHTHOUSE = { model: 'acme/paint-1', prompt: 'a lighthouse' };

it('draws with images.generate of the openai client', async (t) => {
  const { gateway, client } = await start(t);
  const { data } = await client.images.generate({ ...LIGHTHOUSE, quality: 'hd', user: 'ann' });
  const png = Buffer.from(data?.[0]?.b64_json ?? '', 'base64');
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  gateway.requests('createImage').last().expectBody({ prompt: 'a lighthouse', quality: 'high' });
});

it('fails as the gateway does', async (t) => {
  const { client } = await start(t);
  const broken = client.images.generate({ ...LIGHTHOUSE, n: 99 });
  await assert.rejects(broken, { status: 400, message: /n must be .* 1 to 10, got 99/ });
});
