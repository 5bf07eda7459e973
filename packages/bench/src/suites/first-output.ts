import { startChatLoad } from '../harness/load.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { CHAT_ROUTES } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareConversation, conversation, untilFirstWord } from './chat-requests.ts';
import { startBareChat, startChatGateway } from './programs.ts';

const STREAMS = 50;

/** How much later the first word comes than through a bare proxy. */
export const firstOutputSuite: Suite = {
  name: 'time to first output',
  ids: ['T31'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startChatLoad(bench.children));
      const bare = running.use(await startBareChat(bench, upstream));
      const bareAgain = running.use(await startBareChat(bench, upstream));
      const gateway = running.use(await startChatGateway(bench, upstream));
      const route = CHAT_ROUTES.first;
      const { load } = upstream;
      const common = { load, connections: STREAMS, amount: 4 * STREAMS };
      const piped = untilFirstWord(bareConversation(route, true));
      const ours = untilFirstWord(conversation(route, true));
      return {
        bare: { server: bare, request: piped, ...common },
        gateway: { server: gateway, request: ours, ...common },
        'bare again': { server: bareAgain, request: piped, ...common },
      };
    }, bench);
    const bare = ['bare', 'bare again'] as const;
    const p50 = ({ p50Milliseconds }: { readonly p50Milliseconds: number }) => p50Milliseconds;
    const p99 = ({ p99Milliseconds }: { readonly p99Milliseconds: number }) => p99Milliseconds;
    const noise = measurements.noise('bare', 'bare again', p50);
    return {
      noise,
      measured: measurements.summary(p99),
      rows: [
        judge(TARGETS.firstOutput, measurements.difference('gateway', bare, p50), noise),
        judge(TARGETS.lastFirstOutput, measurements.difference('gateway', bare, p99), noise),
        inform(
          { id: 'T31', workload: 'the same p99, bare less bare again', unit: 'milliseconds' },
          measurements.difference('bare', 'bare again', p99),
        ),
      ],
    };
  },
};
