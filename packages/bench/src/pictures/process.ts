/**
 * Images of a mock without a port, in a process of its own so that the first is the first. Takes one
 * job over the channel.
 */
import { createMockGateway, type MockGateway } from '@model-gateway/mock';
import { model } from '@model-gateway/worlds';
import { median } from '../statistics.ts';
import type { PicturesAnswer, PicturesJob, PicturesResult } from './pictures-job.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: 'free' });

/** One for each subject that the painter knows. */
const PROMPTS = [
  'mountains at dusk',
  'the sea in fog',
  'planets',
  'flowers',
  'balloons',
  'paper ribbons',
  'tiles',
] as const;

process.on('message', (job: PicturesJob) => void run(job).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
console.log('READY');

async function run(job: PicturesJob): Promise<PicturesAnswer> {
  try {
    return { result: await measure(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function measure({ detail, rounds }: PicturesJob): Promise<PicturesResult> {
  const gateway = createMockGateway({ images: detail, models: [PAINT] });
  await gateway.ready();
  const first = await costOf(gateway, PROMPTS[0]);
  const later: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const costs: number[] = [];
    for (const prompt of PROMPTS) costs.push(await costOf(gateway, `${prompt} ${round}`));
    // The first round is for the compiler.
    if (round > 0) later.push(median(costs));
  }
  return { first, later };
}

/** Resolves to the CPU milliseconds of all threads for one image of 1024 × 1024 pixels. */
async function costOf({ handle, apiKey }: MockGateway, prompt: string): Promise<number> {
  const before = process.cpuUsage();
  const response = await handle({
    method: 'POST',
    path: '/v1/images',
    search: '',
    mount: '',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: { kind: 'parsed', value: { model: PAINT.model.id, prompt, size: '1024x1024' } },
  });
  const { user, system } = process.cpuUsage(before);
  if (response?.status !== 200) throw new Error(`POST /v1/images: ${response?.status}`);
  return (user + system) / 1000;
}
