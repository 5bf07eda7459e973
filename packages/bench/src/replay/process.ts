/** Loading fixtures and finding the one of a request, without HTTP. Takes one job over the channel. */
import type { GatewayRequest } from '@model-gateway/core/http';
import {
  parseFixtures,
  createReplay,
  writeFixtureFile,
  type Exchange,
  type Replay,
} from '@model-gateway/fixtures';
import { quantile } from '../statistics.ts';
import type { ReplayAnswer, ReplayJob, ReplayResult } from './replay-job.ts';

/** Requests of a round: enough that the odd pause of the process does not move their median. */
const REQUESTS = 2000;

process.on('message', (job: ReplayJob) => void run(job).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
console.log('READY');

async function run(job: ReplayJob): Promise<ReplayAnswer> {
  try {
    return { result: await measure(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function measure({ exchanges, rounds }: ReplayJob): Promise<ReplayResult> {
  const text = writeFixtureFile({
    gw: 1,
    exchanges: Array.from({ length: exchanges }, anExchange),
  });
  const firstLoadMilliseconds = loadTime(text);
  const replayed = createReplay(parseFixtures([{ file: 'bench.gw.yaml', text }]));
  await timesOf(replayed, exchanges, EXACT);
  await timesOf(replayed, exchanges, PARTIAL);
  const result = {
    firstLoadMilliseconds,
    loadMilliseconds: [] as number[],
    exactMicroseconds: [] as number[],
    partialMicroseconds: [] as number[],
    exactMicrosecondsAgain: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    result.loadMilliseconds.push(loadTime(text));
    result.exactMicroseconds.push(await timesOf(replayed, exchanges, EXACT));
    result.partialMicroseconds.push(await timesOf(replayed, exchanges, PARTIAL));
    result.exactMicrosecondsAgain.push(await timesOf(replayed, exchanges, EXACT));
  }
  return result;
}

/** Milliseconds of CPU time of this thread: the time it takes on an idle core. */
function loadTime(text: string): number {
  const begin = process.threadCpuUsage();
  parseFixtures([{ file: 'bench.gw.yaml', text }]);
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1000;
}

/** Requests of one kind: from which exchange on every second one answers them, and what they ask. */
interface Question {
  readonly from: 0 | 1;
  readonly besides: object;
}

const EXACT: Question = { from: 0, besides: { n: 1 } };
const PARTIAL: Question = { from: 1, besides: { n: 2, seed: 5 } };

/** Like a recorded image; every second one leaves something of the request open. */
function anExchange(_: unknown, index: number): Exchange {
  const body = { model: 'acme/paint-1', prompt: promptOf(index), n: 1 };
  const open = { ...body, n: { any: true } };
  return {
    id: `createImage/${index}`,
    match: {
      op: 'createImage',
      ...(index % 2 === 0 ? { body } : { body: open, ignore: ['/seed'] }),
    },
    respond: {
      status: 200,
      headers: { 'cache-control': 'no-store', 'x-generation-id': `gen-img-${index}` },
      json: {
        created: 1_790_000_000 + index,
        data: [{ b64_json: 'AAAA', media_type: 'image/png' }],
        usage: { prompt_tokens: 10, completion_tokens: 4100, total_tokens: 4110, cost: 0.04 },
      },
    },
  };
}

function promptOf(index: number): string {
  return `A red panda number ${index}, drawn in ink on paper`;
}

function aRequest(body: object): GatewayRequest {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'acme/paint-1', ...body }));
  return {
    method: 'POST',
    path: '/images',
    search: '',
    mount: '/v1',
    headers: { 'x-request-id': 'bench' },
    body: { kind: 'bytes', read: async () => bytes },
  };
}

/** The median in microseconds. Throws when a request is not answered from the fixtures. */
async function timesOf(
  { handle }: Replay,
  exchanges: number,
  { from, besides }: Question,
): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < REQUESTS; turn++) {
    // A prime step visits exchanges all over the file.
    const index = 2 * ((turn * 7919) % (exchanges / 2)) + from;
    const request = aRequest({ prompt: promptOf(index), ...besides });
    const begin = performance.now();
    const response = await handle(request);
    times.push((performance.now() - begin) * 1000);
    if (response?.status !== 200) throw new Error(`no fixture answered request ${index}`);
  }
  return quantile(times, 0.5);
}
