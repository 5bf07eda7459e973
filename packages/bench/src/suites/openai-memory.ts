import type { LoadRequest } from '../client/load-job.ts';
import { peakBytesOf } from '../harness/resident-memory.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { OPENAI } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

const AT_ONCE = 200;
const STARTS = 3;

/** How much memory a gateway needs for many large images at the same time. */
export const openAiMemorySuite: Suite = {
  name: 'memory of many images at once',
  ids: ['T21'],
  async run(bench) {
    await using running = new AsyncDisposableStack();
    const upstream = running.use(await startImageUpstream(bench));
    const gateway = () => startImageGateway(bench, upstream);
    const bare = () => startBareImages(bench, upstream);
    const peaks = async (workload: string, start: () => Promise<Server>, request: LoadRequest) => {
      const bytes: number[] = [];
      for (let i = 1; i <= STARTS; i++) {
        bench.progress(`${workload}, start ${i} of ${STARTS}`);
        bytes.push(await peakOf(bench, start, request));
      }
      return bytes;
    };
    const informed = async (...[workload, ...rest]: Parameters<typeof peaks>) =>
      inform({ id: 'T21', workload, unit: 'bytes' }, await peaks(workload, ...rest));

    const { workload } = TARGETS.openAiMemory;
    const large = await peaks(workload, gateway, generation(OPENAI.large, true));
    return {
      // A program's memory does not depend on what else the machine does.
      noise: 0,
      measured: {},
      rows: [
        judge(TARGETS.openAiMemory, large, 0),
        await informed('the same, images of 1 MB', gateway, generation(OPENAI.medium, true)),
        await informed('the same, not streamed', gateway, generation(OPENAI.largeJson, false)),
        await informed('the same, piped by bare', bare, bareGeneration(OPENAI.large, true)),
      ],
    };
  },
};

/** Peak memory of a fresh server that answers as many requests at the same time. */
async function peakOf(
  { load, takeNumbers }: Bench,
  start: () => Promise<Server>,
  request: LoadRequest,
): Promise<number> {
  await using server = await start();
  await load({
    port: server.port,
    connections: AT_ONCE,
    amount: AT_ONCE,
    request,
    first: takeNumbers(AT_ONCE),
  });
  return peakBytesOf(server.pid);
}
