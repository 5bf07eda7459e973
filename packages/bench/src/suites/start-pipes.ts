import type { LoadRequest } from '../client/load-job.ts';
import type { Case } from '../harness/case.ts';
import { startChatLoad } from '../harness/load.ts';
import type { Bench } from '../harness/suite.ts';
import { startBareChat, startChatGateway } from './programs.ts';

/** Starts an upstream of conversations, two bare pipes before it, and the gateway over SQLite. */
export async function startPipes(
  bench: Bench,
  running: AsyncDisposableStack,
  counts: Pick<Case, 'connections' | 'amount' | 'warmUpSeconds'>,
) {
  const upstream = running.use(await startChatLoad(bench.children));
  const bare = running.use(await startBareChat(bench, upstream));
  const bareAgain = running.use(await startBareChat(bench, upstream));
  const gateway = running.use(await startChatGateway(bench, upstream));
  const { load, port } = upstream;
  const ours = (request: LoadRequest): Case => ({ server: gateway, request, load, ...counts });
  const piped = (request: LoadRequest): readonly [bare: Case, again: Case] => [
    { ...ours(request), server: bare },
    { ...ours(request), server: bareAgain },
  ];
  /** The same requests to a gateway over the stores of core. */
  const inMemory = async (request: LoadRequest): Promise<Case> => ({
    ...ours(request),
    server: running.use(await startChatGateway(bench, upstream, 'memory')),
  });
  return { upstream, load, port, ours, inMemory, piped };
}
