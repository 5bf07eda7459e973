import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAndAsk, startInTurns } from '../harness/start-and-ask.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { median, ratios } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, noiseOf } from '../verdict.ts';
import { API_KEY } from '../gateway/bench-gateway.ts';

const FEWEST_SPAWNS = 15;

/** From nothing to the first answer: the built mock, and a server of one file. */
export const startUpSuite: Suite = {
  name: 'start-up of the mock',
  ids: ['T12'],
  async run(bench) {
    const mock = {
      command: mockCommand(),
      path: '/v1/models',
      headers: { authorization: `Bearer ${API_KEY}` },
    };
    const file = path.join(bench.fixtures.directory, 'golden-list.json');
    const fileServer = {
      command: [process.execPath, await fileServerProgram(bench), file],
      path: '/v1/models',
      headers: {},
    };
    // The file server gives what the mock gives.
    writeFileSync(file, (await startAndAsk(bench.children, mock)).body);
    await startAndAsk(bench.children, fileServer);

    const programs = { file: fileServer, mock, fileAgain: fileServer };
    const figures = await startInTurns(bench, spawns(bench), programs);
    const times = (of: keyof typeof programs) => figures(of, 'milliseconds');
    const bytes = (of: keyof typeof programs) => figures(of, 'residentBytes');
    const noise = noiseOf(ratios(times('file'), times('fileAgain')));
    return {
      noise,
      measured: {
        'mock milliseconds': median(times('mock')),
        'file server milliseconds': median(times('file')),
        'file server RSS': median(bytes('file')),
      },
      rows: [
        judge(TARGETS.startUp, ratios(times('mock'), times('file')), noise),
        judge(
          TARGETS.startUpMemory,
          ratios(bytes('mock'), bytes('file')),
          noiseOf(ratios(bytes('file'), bytes('fileAgain'))),
        ),
        inform({ id: 'T12', workload: 'RSS of the mock after that', unit: 'bytes' }, bytes('mock')),
      ],
    };
  },
};

function spawns({ options: { rounds, scale } }: Bench): number {
  return scale < 1 ? rounds : Math.max(FEWEST_SPAWNS, rounds);
}

/** Returns the command that starts the built mock on a free port, with the key of the bench. */
export function mockCommand(): readonly string[] {
  return [process.execPath, mockProgram(), 'serve', '--port', '0', '--api-key', API_KEY];
}

/** Returns the program that `bin` of the published package names. */
export function mockProgram(): string {
  return fileURLToPath(
    new URL('./dist/command/bin.js', import.meta.resolve('@model-gateway/mock/package.json')),
  );
}

async function fileServerProgram({ fixtures }: Bench): Promise<string> {
  // Loads a compiler, which no other suite needs.
  const { plainJavaScript } = await import('../harness/plain-javascript.ts');
  return plainJavaScript(new URL('../servers/file-server.ts', import.meta.url), fixtures.directory);
}
