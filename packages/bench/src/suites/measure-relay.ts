import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench } from '../harness/suite.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

/** What is relayed: routes of an upstream, and how many requests a round makes. */
export interface RelayedImages {
  /** The route whose stream has many frames. */
  readonly many: string;
  /** The route whose stream has the image in one frame. */
  readonly one: string;
  readonly amount: number;
}

/** Measures the gateway and a bare pipe, each with many frames and with one, and the pipe again. */
export function measureRelay(bench: Bench, { many, one, amount }: RelayedImages) {
  return measureInRounds(async (running) => {
    const upstream = running.use(await startImageUpstream(bench));
    const bare = running.use(await startBareImages(bench, upstream));
    const bareAgain = running.use(await startBareImages(bench, upstream));
    const connect = running.use(await startImageGateway(bench, upstream));
    const common = { connections: 2, amount };
    const barePipe = { server: bare, request: bareGeneration(many, true), ...common };
    const bareOne = { server: bare, request: bareGeneration(one, true), ...common };
    const ours = { server: connect, request: generation(many, true), ...common };
    const oursOne = { server: connect, request: generation(one, true), ...common };
    await assertSameImages([barePipe, ours]);
    await assertSameImages([bareOne, oursOne]);
    return {
      'bare pipe': barePipe,
      connect: ours,
      'connect, one frame': oursOne,
      'bare pipe, one frame': bareOne,
      'bare pipe again': { ...barePipe, server: bareAgain },
    };
  }, bench);
}
