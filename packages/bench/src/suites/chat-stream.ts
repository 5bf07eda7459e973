import { startChatLoad } from '../harness/load.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { CHAT_ROUTES, DELTAS, type ChatRoute } from '../servers/chat-routes.ts';
import type { Target } from '../target.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareConversation, conversation, message } from './chat-requests.ts';
import { startBareChat, startChatGateway } from './programs.ts';

const STREAMS = 24;

/** Streams of 400 deltas: in the interface of the upstream, and in another. */
export const chatStreamSuites: readonly Suite[] = [
  streamed('paced', CHAT_ROUTES.paced, {
    chat: TARGETS.chatPaced,
    messages: TARGETS.messagesPaced,
  }),
  streamed('joined', CHAT_ROUTES.joined, {
    chat: TARGETS.chatJoined,
    messages: TARGETS.messagesJoined,
  }),
];

function streamed(
  name: string,
  route: ChatRoute,
  targets: { readonly chat: Target; readonly messages: Target },
): Suite {
  return {
    name: `streamed chat, ${name}`,
    ids: ['T29', 'T30'],
    async run(bench) {
      const measurements = await measureStreams(bench, route);
      const noise = measurements.noise('bare', 'bare again');
      const bare = ['bare', 'bare again'] as const;
      const reads = Object.entries(measurements.summary((sample) => sample.reads / DELTAS));
      return {
        noise,
        measured: measurements.summary(),
        rows: [
          judge(targets.chat, measurements.ratio(bare, 'chat'), noise),
          judge(targets.messages, measurements.ratio(bare, 'messages'), noise),
          ...reads.map(([which, each]) =>
            inform({ id: 'T29', workload: `${name}, reads a delta: ${which}`, unit: 'ratio' }, [
              each,
            ]),
          ),
        ],
      };
    },
  };
}

function measureStreams(bench: Bench, route: ChatRoute) {
  return measureInRounds(async (running) => {
    const upstream = running.use(await startChatLoad(bench.children));
    const bare = running.use(await startBareChat(bench, upstream));
    const bareAgain = running.use(await startBareChat(bench, upstream));
    const gateway = running.use(await startChatGateway(bench, upstream));
    const { load } = upstream;
    const common = { load, connections: STREAMS, amount: STREAMS };
    const piped = { server: bare, request: bareConversation(route, true), ...common };
    return {
      bare: piped,
      chat: { server: gateway, request: conversation(route, true), ...common },
      messages: { server: gateway, request: message(route), ...common },
      'bare again': { ...piped, server: bareAgain },
    };
  }, bench);
}
