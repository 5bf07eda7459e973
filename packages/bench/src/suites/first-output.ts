import { measureInRounds } from '../harness/round-robin.ts';
import type { Sample } from '../harness/case.ts';
import type { Suite } from '../harness/suite.ts';
import { CHAT_ROUTES, STEADY } from '../servers/chat-routes.ts';
import type { Target } from '../target.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareConversation, conversation, untilFirstWord } from './chat-requests.ts';
import { startPipes } from './start-pipes.ts';

const COUNTS = { connections: 50, amount: 200 };
/**
 * Streams begin as often as leaves fifty open, and the rest of the connections free for when a stream
 * takes longer. The others warm the servers up, in a tenth of the time.
 */
const SPREAD = {
  connections: 70,
  amount: 400,
  startsEveryMilliseconds: STEADY.openMs / COUNTS.connections,
  isWarm: true,
};

/**
 * How much later the first word comes than through a bare proxy: of fifty streams that are open at any
 * time, and of fifty that begin together, where each waits for the work of the others.
 */
export const firstOutputSuite: Suite = {
  name: 'time to first output',
  ids: ['T31'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const { piped, ours } = await startPipes(bench, running, COUNTS);
      const { steady, first } = CHAT_ROUTES;
      const [bare, again] = piped(untilFirstWord(bareConversation(steady, true)));
      const gateway = ours(untilFirstWord(conversation(steady, true)));
      const [bareTogether, againTogether] = piped(untilFirstWord(bareConversation(first, true)));
      return {
        bare: { ...bare, ...SPREAD },
        gateway: { ...gateway, ...SPREAD },
        'bare again': { ...again, ...SPREAD },
        'bare, together': bareTogether,
        'gateway, together': ours(untilFirstWord(conversation(first, true))),
        'bare again, together': againTogether,
      };
    }, bench);
    const noise = measurements.noise('bare', 'bare again', p50);
    const open = (target: Target, figure: (sample: Sample) => number) => {
      const bare = ['bare', 'bare again'] as const;
      return judge(target, measurements.difference('gateway', bare, figure), noise);
    };
    const together = (target: Target, figure: (sample: Sample) => number) => {
      const bare = ['bare, together', 'bare again, together'] as const;
      return inform(target, measurements.difference('gateway, together', bare, figure));
    };
    return {
      noise,
      measured: measurements.summary(p99),
      rows: [
        open(TARGETS.firstOutput, p50),
        open(TARGETS.lastFirstOutput, p99),
        together(TARGETS.firstOutputTogether, p50),
        together(TARGETS.lastFirstOutputTogether, p99),
        inform(
          {
            id: 'T31',
            workload: 'open at any time, p99, bare less bare again',
            unit: 'milliseconds',
          },
          measurements.difference('bare', 'bare again', p99),
        ),
      ],
    };
  },
};

const p50 = ({ p50Milliseconds }: Sample) => p50Milliseconds;
const p99 = ({ p99Milliseconds }: Sample) => p99Milliseconds;
