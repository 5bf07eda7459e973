import { image, json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { missing } from '../fakes/openai-shaped.ts';
import { tinyImageBytes } from '../fakes/tiny-images.ts';

function invalid(member: string, message: string): FakeReply {
  return json({ detail: [{ loc: ['body', member], msg: message, type: 'value_error' }] }, 422);
}

/** Each job is pending at its first poll and ready at its second. */
function routes(origin: string): readonly FakeRoute[] {
  const jobs = new Map<string, { format: string; polls: number }>();
  const submit = (request: FakeRequest): FakeReply => {
    const parameters = request.json();
    if (missing(parameters, 'prompt') !== undefined) return invalid('prompt', 'Field required');
    const { width = 1024, output_format: format = 'jpeg' } = parameters;
    if (Number(width) % 16 !== 0) return invalid('width', 'Input should be a multiple of 16');
    const id = `job-${jobs.size + 1}`;
    jobs.set(id, { format: String(format), polls: 0 });
    const polling_url = `${origin}/v1/get_result?id=${id}`;
    return json({ id, polling_url, cost: 3, input_mp: 0, output_mp: 1 });
  };
  const poll = ({ query }: FakeRequest): FakeReply => {
    const id = query.get('id') ?? '';
    const job = jobs.get(id);
    if (job === undefined) return json({ id, status: 'Task not found', result: null });
    job.polls++;
    if (job.polls === 1) return json({ id, status: 'Pending', result: null, progress: 0.5 });
    const sample = `${origin}/delivery/${id}.${job.format}?signature=x`;
    return json({ id, status: 'Ready', result: { sample, seed: 1, prompt: 'a cat' } });
  };
  return [
    { stage: 'poll', method: 'GET', path: /^\/v1\/get_result$/, answer: poll },
    post(String.raw`/v1/flux-[\w.-]+`, submit),
    {
      stage: 'download',
      method: 'GET',
      path: /^\/delivery\/[\w-]+\.(\w+)$/,
      isPublic: true,
      answer: (_, [, format = '']) => image(tinyImageBytes(format), `image/${format}`),
    },
  ];
}

/** Starts a fake of the API of Black Forest Labs. Each image costs 3 credits. */
export const startFakeBfl = defineFake({
  basePath: '/v1',
  keyTest: '/v1/credits',
  routes,
  keyOf: ({ headers }) => headers['x-key'],
  unauthorized: json({ detail: 'Not authenticated' }, 403),
  notFound: json({ detail: 'Not Found' }, 404),
});
