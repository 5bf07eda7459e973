import { assertSameImages } from '../harness/post-once.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

/** The cost of everything around an upstream's small answer: keys, checks, credits and limits. */
export const smallRelaySuite = measuredSuite({
  name: 'POST /images relay',
  ids: ['T14'],
  async start(bench, running) {
    const upstream = running.use(await startImageUpstream(bench));
    const bare = running.use(await startBareImages(bench, upstream));
    const bareAgain = running.use(await startBareImages(bench, upstream));
    const connect = running.use(await startImageGateway(bench, upstream));
    const common = { connections: 16, amount: 1600 };
    const relay = { server: bare, request: bareGeneration(RELAYED.small, false), ...common };
    const ours = { server: connect, request: generation(RELAYED.small, false), ...common };
    await assertSameImages([relay, ours]);
    return {
      'bare undici': relay,
      connect: ours,
      'bare undici again': { ...relay, server: bareAgain },
    };
  },
  twice: ['bare undici', 'bare undici again'],
  rows: (measurements, noise) => [
    judge(TARGETS.smallRelay, measurements.ratio('bare undici', 'connect'), noise),
  ],
});
