import type { Case } from '../harness/case.ts';
import { startForeignServer } from '../harness/foreign-server.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { startAimock } from '../peers/aimock.ts';
import { TARGETS } from '../targets.ts';
import { judge, unmeasured } from '../verdict.ts';
import { API_KEY } from '../gateway/bench-gateway.ts';
import { answerOf } from './chat-requests.ts';
import { mockProgram } from './start-up.ts';

/** 200 words, which the mock repeats and aimock has as its answer. */
const WORDS = Array.from({ length: 200 }, (_, n) => `words${n % 10}`).join(' ');
/** Rounds are long here, because /proc counts in hundredths of a second. */
const COUNTS = { connections: 16, amount: 480 };

/** An answer of the mock by itself, streamed and whole, beside aimock. CPU time is from /proc. */
export const mockChatSuite: Suite = {
  name: 'chat of the mock beside aimock',
  ids: ['T35'],
  async run(bench) {
    const skipped = reasonToSkip(bench);
    const { mockStream, mockWhole } = TARGETS;
    if (skipped !== undefined) {
      const rows = [mockStream, mockWhole].map((target) => unmeasured(target, 'skipped', skipped));
      return { noise: 0, measured: {}, rows };
    }
    const measurements = await measureInRounds(async (running) => {
      const mock = running.use(await startMock(bench));
      const again = running.use(await startMock(bench));
      const aimock = running.use(await startAimock(bench, WORDS));
      return { ...casesOf('mock', mock), ...casesOf('aimock', aimock), ...casesOf('again', again) };
    }, bench);
    const noise = measurements.noise('mock, streamed', 'again, streamed');
    return {
      noise,
      measured: measurements.summary(),
      rows: [
        judge(mockStream, measurements.ratio('mock, streamed', 'aimock, streamed'), noise),
        judge(mockWhole, measurements.ratio('mock, whole', 'aimock, whole'), noise),
      ],
    };
  },
};

function reasonToSkip({ options }: Bench): string | undefined {
  if (!options.peers) return '--no-peers';
  return process.platform === 'linux' ? undefined : 'CPU time of other programs is read from /proc';
}

function casesOf(name: string, server: Server): Record<string, Case> {
  return {
    [`${name}, streamed`]: { server, request: answerOf(WORDS, true), ...COUNTS },
    [`${name}, whole`]: { server, request: answerOf(WORDS, false), ...COUNTS },
  };
}

/** The built mock, without a line for each request, as aimock has none. */
function startMock({ children }: Bench): Promise<Server> {
  const options = ['--world', 'tiny', '--public-catalog', '--api-key', API_KEY, '--quiet'];
  return startForeignServer(children, {
    command: (port) => [
      process.execPath,
      mockProgram(),
      'serve',
      '--port',
      String(port),
      ...options,
    ],
    path: '/v1/models',
  });
}
