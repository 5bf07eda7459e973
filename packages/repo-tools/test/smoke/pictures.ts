import { createPictureProvider, drawSwatch } from '@model-gateway/pictures';
import { imageEndpointOf, model } from '@model-gateway/worlds';

async function main(): Promise<void> {
  const paint = model({ id: 'acme/paint-1', output: ['image'] });
  const endpoint = imageEndpointOf(paint.model);
  if (endpoint === undefined) throw new Error('expected a model that makes images');
  const provider = createPictureProvider({ endpoints: new Map([['acme/paint-1', endpoint]]) });
  const types: string[] = [];
  const context = {
    signal: AbortSignal.timeout(60_000),
    dispatched() {},
    progress() {},
    hold: () => undefined,
  };
  const pixels = { width: 64, height: 64 };
  const job = { model: 'acme/paint-1', prompt: 'a cat', n: 1, format: 'png', pixels } as const;
  const events = provider.images.generate(
    { ...job, references: [], stream: false, options: {} },
    context,
  );
  for await (const { type } of events) types.push(type);
  if (types.join() !== 'image,usage,done')
    throw new Error(`expected an image, got ${types.join()}`);
  if ((await drawSwatch('3caea3')).length === 0) throw new Error('expected a PNG');
}

void main();
