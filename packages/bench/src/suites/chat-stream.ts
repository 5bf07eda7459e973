import { measuredSuite } from '../harness/measured-suite.ts';
import type { Suite } from '../harness/suite.ts';
import {
  CHAT_ROUTES,
  DELTAS,
  WIRES,
  type ChatRoute,
  type Wire,
  type WireRoute,
} from '../servers/chat-routes.ts';
import type { Target } from '../target.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareConversation, conversation, message } from './chat-requests.ts';
import { startPipes } from './start-pipes.ts';

/** Most of what a stream costs beyond its bytes runs once in it: as many as of other requests warm it up. */
const COUNTS = { connections: 24, amount: 24, warmUpSeconds: 40 };
const BARE = ['bare', 'bare again'] as const;

/** Streams of 400 deltas: in the interface of the upstream, and in another. */
export const chatStreamSuites: readonly Suite[] = [
  streamed('paced', CHAT_ROUTES.paced, {
    chat: TARGETS.chatPaced,
    stored: TARGETS.chatPacedStored,
    messages: TARGETS.messagesPaced,
  }),
  streamed('joined', CHAT_ROUTES.joined, {
    chat: TARGETS.chatJoined,
    stored: TARGETS.chatJoinedStored,
    messages: TARGETS.messagesJoined,
  }),
  // Object.keys knows no more than that they are texts.
  ...(Object.keys(WIRES) as Wire[]).flatMap((wire) => [
    overWire(wire, TARGETS[`${wire}Paced`]),
    overWire(`${wire}-joined`, TARGETS[`${wire}Joined`]),
  ]),
];

/** Streams of an upstream that speaks another wire, to a client of chat completions. */
function overWire(route: WireRoute, target: Target): Suite {
  return measuredSuite({
    name: `streamed chat over ${route}`,
    ids: ['T30'],
    async start(bench, running) {
      const { piped, ours } = await startPipes(bench, running, COUNTS);
      const [bare, again] = piped(bareConversation(route, true));
      return { bare, chat: ours(conversation(route, true)), 'bare again': again };
    },
    twice: BARE,
    rows: (measurements, noise) => [judge(target, measurements.ratio(BARE, 'chat'), noise)],
  });
}

function streamed(
  name: string,
  route: ChatRoute,
  targets: { readonly chat: Target; readonly stored: Target; readonly messages: Target },
): Suite {
  return measuredSuite({
    name: `streamed chat, ${name}`,
    ids: ['T29', 'T30'],
    async start(bench, running) {
      const { piped, ours, inMemory } = await startPipes(bench, running, COUNTS);
      const [bare, again] = piped(bareConversation(route, true));
      const request = conversation(route, true);
      return {
        bare,
        memory: await inMemory(request),
        SQLite: ours(request),
        messages: ours(message(route)),
        'bare again': again,
      };
    },
    twice: BARE,
    rows(measurements, noise) {
      const reads = Object.entries(measurements.summary((sample) => sample.reads / DELTAS));
      return [
        judge(targets.chat, measurements.ratio(BARE, 'memory'), noise),
        judge(targets.stored, measurements.ratio(BARE, 'SQLite'), noise),
        judge(targets.messages, measurements.ratio(BARE, 'messages'), noise),
        ...reads.map(([which, each]) =>
          inform({ id: 'T29', workload: `${name}, reads a delta: ${which}`, unit: 'ratio' }, [
            each,
          ]),
        ),
      ];
    },
  });
}
