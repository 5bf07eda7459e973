import { image, json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { missing } from '../fakes/openai-shaped.ts';
import { tinyImageBytes } from '../fakes/tiny-images.ts';

interface Job {
  readonly format: string;
  readonly count: number;
  polls: number;
}

/** Each job is in progress at its first poll and completed at its second. */
class Queue {
  readonly #origin: string;
  readonly #jobs = new Map<string, Job>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  submit(request: FakeRequest, app: string): FakeReply {
    const parameters = request.json();
    if (missing(parameters, 'prompt') !== undefined) {
      const issue = { loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' };
      return json({ detail: [issue] }, 422);
    }
    const { output_format: format = 'jpeg', num_images: count = 1 } = parameters;
    const id = `job-${this.#jobs.size + 1}`;
    this.#jobs.set(id, { format: String(format), count: Number(count), polls: 0 });
    const url = `${this.#origin}/${app}/requests/${id}`;
    return json({
      status: 'IN_QUEUE',
      request_id: id,
      response_url: url,
      status_url: `${url}/status`,
      cancel_url: `${url}/cancel`,
      queue_position: 0,
    });
  }

  poll(id: string): FakeReply {
    const job = this.#jobs.get(id);
    if (job === undefined) return json({ detail: 'Not found' }, 404);
    const status = job.polls++ === 0 ? 'IN_PROGRESS' : 'COMPLETED';
    const common = { request_id: id, response_url: `${this.#origin}/x/y/requests/${id}` };
    return json({ status, ...common }, status === 'COMPLETED' ? 200 : 202);
  }

  result(id: string): FakeReply {
    const { format = 'jpeg', count = 1 } = this.#jobs.get(id) ?? {};
    const file = {
      url: `${this.#origin}/files/${id}.${format}`,
      content_type: `image/${format}`,
      width: 1,
      height: 1,
    };
    const images = Array.from({ length: count }, () => file);
    return json({ images, seed: 7, has_nsfw_concepts: images.map(() => false), prompt: 'a cat' });
  }
}

function routes(origin: string): readonly FakeRoute[] {
  const queue = new Queue(origin);
  const job = '/requests/([\\w-]+)';
  return [
    {
      stage: 'download',
      method: 'GET',
      path: /^\/files\/[\w-]+\.(\w+)$/,
      isPublic: true,
      answer: (_, [, format = '']) => image(tinyImageBytes(format), `image/${format}`),
    },
    {
      stage: 'poll',
      method: 'GET',
      path: new RegExp(`${job}/status$`),
      answer: (_, [, id = '']) => queue.poll(id),
    },
    {
      stage: 'cancel',
      method: 'PUT',
      path: new RegExp(`${job}/cancel$`),
      answer: () => json({ status: 'CANCELLATION_REQUESTED' }, 202),
    },
    {
      stage: 'result',
      method: 'GET',
      path: new RegExp(`${job}$`),
      answer: (_, [, id = '']) => queue.result(id),
    },
    post(String.raw`/([\w-]+/[\w-]+)[\w./-]*`, (request, [, app = '']) =>
      queue.submit(request, app),
    ),
  ];
}

/** Starts a fake of fal's queue. */
export const startFakeFal = defineFake({
  basePath: '',
  routes,
  keyOf: ({ headers }) => /^Key (.+)$/.exec(headers['authorization'] ?? '')?.[1],
  unauthorized: json({ detail: 'Authentication is required to access this application.' }, 401),
  notFound: json({ detail: 'Path not found' }, 404),
});
