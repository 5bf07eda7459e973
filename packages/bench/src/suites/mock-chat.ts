import type { Case } from '../harness/case.ts';
import { startForeignServer } from '../harness/foreign-server.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import type { Server } from '../harness/server.ts';
import type { Bench } from '../harness/suite.ts';
import { startAimock } from '../peers/aimock.ts';
import { besidePeers } from '../peers/beside-peers.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { API_KEY } from '../gateway/bench-gateway.ts';
import { answerOf } from './chat-requests.ts';
import { mockProgram } from './start-up.ts';

/** 200 words, which the mock repeats and aimock has as its answer. */
const WORDS = Array.from({ length: 200 }, (_, n) => `words${n % 10}`).join(' ');
const CONNECTIONS = 16;

/** An answer of the mock by itself, streamed and whole, beside aimock. CPU time is from /proc. */
export const mockChatSuite = besidePeers(
  [TARGETS.mockStream, TARGETS.mockWhole],
  measuredSuite({
    name: 'chat of the mock beside aimock',
    ids: ['T35'],
    async start(bench, running) {
      const mock = running.use(await startMock(bench));
      const again = running.use(await startMock(bench));
      const aimock = running.use(await startAimock(bench, WORDS));
      return { ...casesOf('mock', mock), ...casesOf('aimock', aimock), ...casesOf('again', again) };
    },
    twice: ['mock, whole', 'again, whole'],
    rows: (measurements, noise) => [
      judge(TARGETS.mockStream, measurements.ratio('mock, streamed', 'aimock, streamed'), noise),
      judge(TARGETS.mockWhole, measurements.ratio('mock, whole', 'aimock, whole'), noise),
    ],
  }),
);

function casesOf(name: string, server: Server): Record<string, Case> {
  return {
    [`${name}, streamed`]: {
      server,
      request: answerOf(WORDS, true),
      connections: CONNECTIONS,
      amount: 480,
    },
    [`${name}, whole`]: {
      server,
      request: answerOf(WORDS, false),
      connections: CONNECTIONS,
      amount: 3200,
    },
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
