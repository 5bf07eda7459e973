import type { LoadRequest } from '../client/load-job.ts';
import type { Case } from '../harness/case.ts';
import { startChatLoad } from '../harness/load.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import {
  CHAT_ROUTES,
  DELTAS,
  WIRE_ROUTES,
  type ChatRoute,
  type WireRoute,
} from '../servers/chat-routes.ts';
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
  // Object.keys knows no more than that they are texts.
  ...(Object.keys(WIRE_ROUTES) as WireRoute[]).map(overWire),
];

/** Streams of an upstream that speaks another wire, to a client of chat completions. */
function overWire(wire: WireRoute): Suite {
  return {
    name: `streamed chat over ${wire}`,
    ids: ['T30'],
    async run(bench) {
      const measurements = await measureInRounds(async (running) => {
        const { piped, again, ofGateway } = await startStreams(bench, running, wire);
        return { bare: piped, chat: ofGateway(conversation(wire, true)), 'bare again': again };
      }, bench);
      const noise = measurements.noise('bare', 'bare again');
      const ratio = measurements.ratio(['bare', 'bare again'], 'chat');
      const target = TARGETS[`${wire}Paced`];
      return { noise, measured: measurements.summary(), rows: [judge(target, ratio, noise)] };
    },
  };
}

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
    const { piped, again, ofGateway } = await startStreams(bench, running, route);
    return {
      bare: piped,
      chat: ofGateway(conversation(route, true)),
      messages: ofGateway(message(route)),
      'bare again': again,
    };
  }, bench);
}

/** Starts an upstream, two bare pipes before it, and the gateway. */
async function startStreams(
  bench: Bench,
  running: AsyncDisposableStack,
  route: ChatRoute | WireRoute,
) {
  const upstream = running.use(await startChatLoad(bench.children));
  const bare = running.use(await startBareChat(bench, upstream));
  const bareAgain = running.use(await startBareChat(bench, upstream));
  const gateway = running.use(await startChatGateway(bench, upstream));
  const common = { load: upstream.load, connections: STREAMS, amount: STREAMS };
  const piped: Case = { server: bare, request: bareConversation(route, true), ...common };
  const ofGateway = (request: LoadRequest): Case => ({ server: gateway, request, ...common });
  return { piped, again: { ...piped, server: bareAgain }, ofGateway };
}
