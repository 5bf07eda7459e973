import type { Case } from '../harness/case.ts';
import { cpuMicrosecondsOf } from '../harness/foreign-cpu.ts';
import { startChatLoad, type ChatLoad } from '../harness/load.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { portkeyHeaders, startPortkey } from '../peers/portkey.ts';
import { CHAT_ROUTES } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge, unmeasured } from '../verdict.ts';
import { bareConversation, conversation, longConversation } from './chat-requests.ts';
import { startBareChat, startChatGateway } from './programs.ts';

const ROUTE = CHAT_ROUTES.whole;

/** An answer of 2 kB that is not streamed: what everything around it costs. */
const wholeChatSuite: Suite = {
  name: 'buffered chat',
  ids: ['T33'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startChatLoad(bench.children));
      return casesOf(bench, running, upstream, { connections: 16, amount: 1600 });
    }, bench);
    const noise = measurements.noise('bare', 'bare again');
    const ratio = measurements.ratio(['bare', 'bare again'], 'gateway');
    return {
      noise,
      measured: measurements.summary(),
      rows: [judge(TARGETS.wholeChat, ratio, noise)],
    };
  },
};

/** The same beside another gateway. CPU time comes from /proc, for ours as for its. */
const peerChatSuite: Suite = {
  name: 'buffered chat beside Portkey',
  ids: ['T33'],
  async run(bench) {
    const skipped = reasonToSkip(bench);
    if (skipped !== undefined) {
      return {
        noise: 0,
        measured: {},
        rows: [unmeasured(TARGETS.portkeyChat, 'skipped', skipped)],
      };
    }
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startChatLoad(bench.children));
      const common = { load: upstream.load, connections: 16, amount: 3200 };
      const { gateway, bare } = await casesOf(bench, running, upstream, common);
      const portkey = running.use(await startPortkey(bench));
      const request = bareConversation(ROUTE, false);
      const base = `http://127.0.0.1:${upstream.port}/${ROUTE}/v1`;
      const headers = { ...request.headers, ...portkeyHeaders(base) };
      const path = '/v1/chat/completions';
      return {
        bare: ofProcess(bare),
        gateway: ofProcess(gateway),
        Portkey: { server: portkey, request: { ...request, path, headers }, ...common },
        'bare again': ofProcess(bare),
      };
    }, bench);
    const noise = measurements.noise('bare', 'bare again');
    const ratio = measurements.ratio('Portkey', 'gateway');
    return {
      noise,
      measured: measurements.summary(),
      rows: [judge(TARGETS.portkeyChat, ratio, noise)],
    };
  },
};

/** A request of 200 messages and 4 MB of images. */
const longChatSuite: Suite = {
  name: 'long conversation',
  ids: ['T34'],
  async run(bench) {
    const messages = longConversation();
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startChatLoad(bench.children));
      return casesOf(bench, running, upstream, { connections: 4, amount: 24 }, messages);
    }, bench);
    const noise = measurements.noise('bare', 'bare again');
    const ratio = measurements.ratio(['bare', 'bare again'], 'gateway');
    return {
      noise,
      measured: measurements.summary(),
      rows: [judge(TARGETS.longChat, ratio, noise)],
    };
  },
};

export const chatWholeSuites: readonly Suite[] = [wholeChatSuite, peerChatSuite, longChatSuite];

function reasonToSkip({ options }: Bench): string | undefined {
  if (!options.peers) return '--no-peers';
  return process.platform === 'linux' ? undefined : 'CPU time of other programs is read from /proc';
}

async function casesOf(
  bench: Bench,
  running: AsyncDisposableStack,
  upstream: ChatLoad,
  counts: { readonly connections: number; readonly amount: number },
  messages?: ReturnType<typeof longConversation>,
) {
  const common = { load: upstream.load, ...counts };
  const bare = running.use(await startBareChat(bench, upstream));
  const bareAgain = running.use(await startBareChat(bench, upstream));
  const gateway = running.use(await startChatGateway(bench, upstream));
  const piped = { server: bare, request: bareConversation(ROUTE, false, messages), ...common };
  return {
    bare: piped,
    gateway: { server: gateway, request: conversation(ROUTE, false, messages), ...common },
    'bare again': { ...piped, server: bareAgain },
  };
}

function ofProcess(one: Case): Case {
  const { pid } = one.server;
  return { ...one, server: { ...one.server, cpuMicroseconds: async () => cpuMicrosecondsOf(pid) } };
}
