import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { CHAT_ROUTES } from '../servers/chat-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareConversation, conversation, untilFirstWord } from './chat-requests.ts';
import { startPipes } from './start-pipes.ts';

const COUNTS = { connections: 50, amount: 200 };

/** How much later the first word comes than through a bare proxy. */
export const firstOutputSuite: Suite = {
  name: 'time to first output',
  ids: ['T31'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const { piped, ours } = await startPipes(bench, running, COUNTS);
      const [bare, again] = piped(untilFirstWord(bareConversation(CHAT_ROUTES.first, true)));
      const gateway = ours(untilFirstWord(conversation(CHAT_ROUTES.first, true)));
      return { bare, gateway, 'bare again': again };
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
