import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ProviderFailure,
  type ImageData,
  type ImageEvent,
  type ImageEvents,
} from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { watched } from '../telemetry/watched.ts';
import { anEndpoint, anImageGateway, draw, MODEL, PNG } from './image-builders.ts';

/** The images of a job, each with data of its own: a partial one and two that are complete. */
const IMAGES = ['partial', 'image', 'image'].map((type, at): ImageEvent => {
  const data: ImageData = { encoding: 'bytes', bytes: PNG.slice() };
  const index = Math.max(0, at - 1);
  return { type: type === 'image' ? type : 'partial', index, data, mediaType: 'image/png' };
});

/** A provider whose images may be freed, and the positions of those that were. */
function aProviderThatFrees() {
  const freed: number[] = [];
  const provider = {
    slug: 'one',
    name: 'One',
    images: {
      endpoint: (model: string) => (model === MODEL ? anEndpoint() : undefined),
      generate(): ImageEvents {
        async function* events(): AsyncGenerator<ImageEvent> {
          yield* IMAGES;
          yield { type: 'done' };
        }
        const free = (data: ImageData) =>
          void freed.push(IMAGES.findIndex((event) => 'data' in event && event.data === data));
        return Object.assign(events(), { free });
      },
    },
  };
  return { provider, freed };
}

/** The events of a streamed answer, to be taken one by one, and what an adapter says of them. */
function taken({ body }: GatewayResponse) {
  assert.ok(body.kind === 'events');
  return { events: body.events[Symbol.asyncIterator](), onSent: body.onSent };
}

describe('the memory of images', () => {
  it('is freed once an image has left, and the next frame is asked for', async () => {
    const { provider, freed } = aProviderThatFrees();
    const { gateway } = anImageGateway([provider]);
    const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
    const states: number[][] = [];
    while ((await events.next()).done !== true) {
      states.push([...freed]);
      onSent?.();
    }
    assert.deepEqual(states, [[], [0], [0, 1], [0, 1, 2]]);
  });

  it('stays while the adapter does not say that it has left', async () => {
    const { provider, freed } = aProviderThatFrees();
    const { gateway } = anImageGateway([provider]);
    const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
    await events.next();
    onSent?.();
    while ((await events.next()).done !== true);
    // The others were taken after that.
    assert.deepEqual(freed, [0]);
  });

  it('stays when the reader leaves', async () => {
    const { provider, freed } = aProviderThatFrees();
    const { gateway } = anImageGateway([provider]);
    const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
    await events.next();
    onSent?.();
    await events.return?.();
    assert.deepEqual(freed, []);
  });

  it('stays with a record that has the images', async () => {
    for (const [detail, expected] of [
      ['metadata', [0, 1, 2]],
      ['content', []],
    ] as const) {
      const { provider, freed } = aProviderThatFrees();
      const { gateway } = watched([provider], { detail });
      const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
      while ((await events.next()).done !== true) onSent?.();
      assert.deepEqual(freed, expected, detail);
    }
  });

  it('stays with those that pass events on as their own', async () => {
    const { provider, freed } = aProviderThatFrees();
    const passing = {
      ...provider,
      images: {
        ...provider.images,
        async *generate() {
          yield* provider.images.generate();
        },
      },
    };
    const { gateway } = anImageGateway([passing]);
    const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
    assert.equal(onSent, undefined);
    while ((await events.next()).done !== true);
    assert.deepEqual(freed, []);
  });

  it('is that of the attempt that was accepted', async () => {
    const { provider, freed } = aProviderThatFrees();
    let freedOfFirst = 0;
    const first = {
      ...provider,
      slug: 'first',
      images: {
        ...provider.images,
        generate(): ImageEvents {
          async function* fails(): AsyncGenerator<ImageEvent> {
            yield* await Promise.reject<ImageEvent[]>(new ProviderFailure('server', 'it failed'));
          }
          return Object.assign(fails(), { free: () => void freedOfFirst++ });
        },
      },
    };
    const { gateway } = anImageGateway([first, provider]);
    const { events, onSent } = taken(await draw(gateway, { stream: true, n: 2 }));
    while ((await events.next()).done !== true) onSent?.();
    assert.deepEqual([freedOfFirst, freed], [0, [0, 1, 2]]);
  });
});
