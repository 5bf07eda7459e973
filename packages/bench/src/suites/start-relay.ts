import type { Case } from '../harness/case.ts';
import { assertSameImages } from '../harness/post-once.ts';
import type { Bench } from '../harness/suite.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

/** What is relayed: routes of an upstream, and how many requests a round makes. */
interface RelayedImages {
  /** The route whose stream has many frames. */
  readonly many: string;
  /** The route whose stream has the image in one frame. */
  readonly one: string;
  readonly amount: number;
}

/** Starts the gateway and a bare pipe, each for many frames and for one, and the pipe again. */
export async function startRelay(
  bench: Bench,
  running: AsyncDisposableStack,
  { many, one, amount }: RelayedImages,
) {
  const upstream = running.use(await startImageUpstream(bench));
  const bare = running.use(await startBareImages(bench, upstream));
  const bareAgain = running.use(await startBareImages(bench, upstream));
  const connect = running.use(await startImageGateway(bench, upstream));
  const common = { connections: 2, amount };
  const pipe: Case = { server: bare, request: bareGeneration(many, true), ...common };
  const pipeOfOne: Case = { ...pipe, request: bareGeneration(one, true) };
  const ours: Case = { server: connect, request: generation(many, true), ...common };
  const oursOfOne: Case = { ...ours, request: generation(one, true) };
  await assertSameImages([pipe, ours]);
  await assertSameImages([pipeOfOne, oursOfOne]);
  return {
    'bare pipe': pipe,
    connect: ours,
    'connect, one frame': oursOfOne,
    'bare pipe, one frame': pipeOfOne,
    'bare pipe again': { ...pipe, server: bareAgain },
  };
}
