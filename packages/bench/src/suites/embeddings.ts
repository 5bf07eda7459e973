import { startChatLoad } from '../harness/load.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { VECTORS } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { bareEmbeddings, embeddings } from './chat-requests.ts';
import { startBareChat, startChatGateway } from './programs.ts';

const VECTORS_IN_ALL = 10_000;

/** Vectors in base64, which the client wishes and the upstream sends. */
export const embeddingsSuite: Suite = {
  name: 'embeddings',
  ids: ['T36'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startChatLoad(bench.children));
      const bare = running.use(await startBareChat(bench, upstream));
      const bareAgain = running.use(await startBareChat(bench, upstream));
      const gateway = running.use(await startChatGateway(bench, upstream));
      const amount = VECTORS_IN_ALL / VECTORS.inputs;
      const common = { load: upstream.load, connections: 1, amount };
      const piped = { server: bare, request: bareEmbeddings(), ...common };
      return {
        bare: piped,
        gateway: { server: gateway, request: embeddings(), ...common },
        'bare again': { ...piped, server: bareAgain },
      };
    }, bench);
    const noise = measurements.noise('bare', 'bare again');
    const ratio = measurements.ratio(['bare', 'bare again'], 'gateway');
    return {
      noise,
      measured: measurements.summary(),
      rows: [judge(TARGETS.embeddings, ratio, noise)],
    };
  },
};
