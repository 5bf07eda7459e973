import { image, json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { tinyImageBytes } from '../fakes/tiny-images.ts';
import { fieldsOf, textOf } from '../http/fields.ts';

interface Prediction {
  readonly format: string;
  readonly count: number;
  polls: number;
}

/** Each prediction is starting, processing at its first poll, and succeeded at its second. */
class Predictions {
  readonly #origin: string;
  readonly #predictions = new Map<string, Prediction>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  submit(request: FakeRequest): FakeReply {
    const input = fieldsOf(request.json()['input']);
    if (textOf(input['prompt']) === undefined) {
      return json({ title: 'Input validation failed', detail: '- input: prompt is required' }, 422);
    }
    const { output_format: format = 'webp', num_outputs: count = 1 } = input;
    const id = `prediction${this.#predictions.size + 1}`;
    this.#predictions.set(id, { format: String(format), count: Number(count), polls: 0 });
    return this.#describe(id, 'starting', null);
  }

  poll(id: string): FakeReply {
    const prediction = this.#predictions.get(id);
    if (prediction === undefined) return json({ detail: 'Not found.', status: 404 }, 404);
    if (prediction.polls++ === 0) return this.#describe(id, 'processing', null);
    const file = `${this.#origin}/delivery/${id}.${prediction.format}`;
    const output = Array.from({ length: prediction.count }, () => file);
    return this.#describe(id, 'succeeded', output);
  }

  cancel(id: string): FakeReply {
    return this.#describe(id, 'canceled', null);
  }

  #describe(id: string, status: string, output: unknown): FakeReply {
    const get = `${this.#origin}/v1/predictions/${id}`;
    return json(
      {
        id,
        model: 'fake',
        version: 'fake',
        input: {},
        output,
        logs: '',
        error: null,
        status,
        created_at: '2026-11-22T00:00:00Z',
        urls: { get, cancel: `${get}/cancel` },
      },
      status === 'starting' ? 201 : 200,
    );
  }
}

function routes(origin: string): readonly FakeRoute[] {
  const predictions = new Predictions(origin);
  return [
    {
      stage: 'download',
      method: 'GET',
      path: /^\/delivery\/\w+\.(\w+)$/,
      isPublic: true,
      answer(_, [, extension = '']) {
        const format = extension === 'jpg' ? 'jpeg' : extension;
        return image(tinyImageBytes(format), `image/${format}`);
      },
    },
    {
      stage: 'cancel',
      method: 'POST',
      path: /^\/v1\/predictions\/(\w+)\/cancel$/,
      answer: (_, [, id = '']) => predictions.cancel(id),
    },
    {
      stage: 'poll',
      method: 'GET',
      path: /^\/v1\/predictions\/(\w+)$/,
      answer: (_, [, id = '']) => predictions.poll(id),
    },
    post(String.raw`/v1/(models/[\w-]+/[\w.-]+/)?predictions`, (request) =>
      predictions.submit(request),
    ),
  ];
}

/** Starts a fake of Replicate's predictions. */
export const startFakeReplicate = defineFake({
  basePath: '/v1',
  keyTest: '/v1/account',
  routes,
  keyOf: bearerOf,
  unauthorized: json({ title: 'Unauthenticated', detail: 'Invalid token.', status: 401 }, 401),
  notFound: json({ detail: 'The requested resource could not be found.', status: 404 }, 404),
});
