import { measuredSuite } from '../harness/measured-suite.ts';
import { VECTORS } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { bareEmbeddings, embeddings } from './chat-requests.ts';
import { startBareChat } from './programs.ts';
import { startPipes } from './start-pipes.ts';

/**
 * Four times those of the target: V8 collects such memory every few requests, and a round that it
 * left out would be the one that counts.
 */
const VECTORS_IN_ALL = 40_000;

/** Vectors in base64, which the client wishes and the upstream sends. */
export const embeddingsSuite = measuredSuite({
  name: 'embeddings',
  ids: ['T36'],
  async start(bench, running) {
    const amount = VECTORS_IN_ALL / VECTORS.inputs;
    const { upstream, piped, ours } = await startPipes(bench, running, { connections: 1, amount });
    const [bare, again] = piped(bareEmbeddings());
    const holding = running.use(await startBareChat(bench, upstream, 'holds'));
    const held = { ...bare, server: holding };
    return { bare, held, gateway: ours(embeddings()), 'bare again': again };
  },
  twice: ['bare', 'bare again'],
  rows: (measurements, noise) => [
    judge(TARGETS.embeddings, measurements.ratio(['bare', 'bare again'], 'gateway'), noise),
    judge(TARGETS.heldEmbeddings, measurements.ratio('held', 'gateway'), noise),
  ],
});
