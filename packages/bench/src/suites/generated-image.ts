import { assertSameImages } from '../harness/post-once.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import { GENERATED, READY } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

const ofLarge = (workload: string, ratios: readonly number[]) =>
  inform({ id: 'T11', workload: `${workload}, frame of 16 MB`, unit: 'ratio' }, ratios);

/** An image that a provider has in memory as one server-sent event, against the ready event. */
export const generatedImageSuite = measuredSuite({
  name: 'generated image as SSE',
  ids: ['T11'],
  async start(bench, running) {
    const common = { connections: 2, amount: 400 };
    const large = { connections: 2, amount: 8 };
    const upstream = running.use(await startImageUpstream(bench));
    const bare = running.use(await startBareImages(bench, upstream));
    const bareAgain = running.use(await startBareImages(bench, upstream));
    const connect = running.use(await startImageGateway(bench, upstream));
    const ours = (route: string) => ({ server: connect, request: generation(route, true) });
    const ready = { server: bare, request: bareGeneration(READY.frame, true), ...common };
    const fromBytes = { ...ours(GENERATED.fromBytes), ...common, amount: 120 };
    const fromBase64 = { ...ours(GENERATED.fromBase64), ...common };
    await assertSameImages([ready, fromBytes, fromBase64]);
    const largeReady = {
      server: bare,
      request: bareGeneration(READY.largeFrame, true),
      ...large,
    };
    const largeFromBytes = { ...ours(GENERATED.largeFromBytes), ...large };
    const largeFromBase64 = { ...ours(GENERATED.largeFromBase64), ...large };
    await assertSameImages([largeReady, largeFromBytes, largeFromBase64]);
    return {
      ready,
      'from bytes': fromBytes,
      'from base64': fromBase64,
      'ready, 16 MB': largeReady,
      'from bytes, 16 MB': largeFromBytes,
      'from base64, 16 MB': largeFromBase64,
      'ready again': { ...ready, server: bareAgain },
    };
  },
  twice: ['ready', 'ready again'],
  rows: (measurements, noise) => [
    judge(TARGETS.generatedFromBytes, measurements.ratio('ready', 'from bytes'), noise),
    judge(TARGETS.generatedFromBase64, measurements.ratio('ready', 'from base64'), noise),
    ofLarge('from bytes', measurements.ratio('ready, 16 MB', 'from bytes, 16 MB')),
    ofLarge('from ready base64', measurements.ratio('ready, 16 MB', 'from base64, 16 MB')),
  ],
});
