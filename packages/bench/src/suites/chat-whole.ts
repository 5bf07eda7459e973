import { timedFromOutside } from '../harness/foreign-cpu.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import type { Suite } from '../harness/suite.ts';
import { besidePeers } from '../peers/beside-peers.ts';
import { portkeyHeaders, startPortkey } from '../peers/portkey.ts';
import { CHAT_ROUTES } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { bareConversation, conversation, longConversation } from './chat-requests.ts';
import { startPipes } from './start-pipes.ts';

const ROUTE = CHAT_ROUTES.whole;

/** An answer of 2 kB that is not streamed: what everything around it costs. */
const wholeChatSuite = measuredSuite({
  name: 'buffered chat',
  ids: ['T33'],
  async start(bench, running) {
    const counts = { connections: 16, amount: 1600 };
    const { piped, ours, inMemory } = await startPipes(bench, running, counts);
    const [bare, again] = piped(bareConversation(ROUTE, false));
    const request = conversation(ROUTE, false);
    return { bare, memory: await inMemory(request), SQLite: ours(request), 'bare again': again };
  },
  twice: ['bare', 'bare again'],
  rows: (measurements, noise) => [
    judge(TARGETS.wholeChat, measurements.ratio(['bare', 'bare again'], 'memory'), noise),
    judge(TARGETS.wholeChatStored, measurements.ratio(['bare', 'bare again'], 'SQLite'), noise),
  ],
});

/** The same beside another gateway. CPU time comes from /proc, for ours as for its. */
const peerChatSuite = besidePeers(
  [TARGETS.portkeyChat],
  measuredSuite({
    name: 'buffered chat beside Portkey',
    ids: ['T33'],
    async start(bench, running) {
      const counts = { connections: 16, amount: 3200 };
      const { piped, ours, load, port } = await startPipes(bench, running, counts);
      const request = bareConversation(ROUTE, false);
      const bare = timedFromOutside(piped(request)[0]);
      const portkey = running.use(await startPortkey(bench));
      const base = `http://127.0.0.1:${port}/${ROUTE}/v1`;
      const headers = { ...request.headers, ...portkeyHeaders(base) };
      const path = '/v1/chat/completions';
      return {
        bare,
        gateway: timedFromOutside(ours(conversation(ROUTE, false))),
        Portkey: { server: portkey, request: { ...request, path, headers }, load, ...counts },
        'bare again': bare,
      };
    },
    twice: ['bare', 'bare again'],
    rows: (measurements, noise) => [
      judge(TARGETS.portkeyChat, measurements.ratio('Portkey', 'gateway'), noise),
    ],
  }),
);

/**
 * A request of 200 messages and 4 MB of images. V8 marks the heap of a pipe for every sixteenth of them,
 * which takes 12 ms, so a round has a multiple of sixteen, `--quick` included. And rounds are short,
 * because V8 makes the young generation of a process small again that paused for two seconds.
 */
const longChatSuite = measuredSuite({
  name: 'long conversation',
  ids: ['T34'],
  async start(bench, running) {
    const messages = longConversation();
    const { piped, ours } = await startPipes(bench, running, { connections: 4, amount: 32 });
    const [bare, again] = piped(bareConversation(ROUTE, false, messages));
    return { bare, gateway: ours(conversation(ROUTE, false, messages)), 'bare again': again };
  },
  twice: ['bare', 'bare again'],
  rows: (measurements, noise) => [
    judge(TARGETS.longChat, measurements.ratio(['bare', 'bare again'], 'gateway'), noise),
  ],
});

export const chatWholeSuites: readonly Suite[] = [wholeChatSuite, peerChatSuite, longChatSuite];
