import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStores } from '@model-gateway/sql';
import { startInTurns } from '../harness/start-and-ask.ts';
import type { Suite } from '../harness/suite.ts';
import { API_KEY } from '../gateway/bench-gateway.ts';
import { fillStore } from '../servers/fill-store.ts';
import { ratios } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, noiseOf } from '../verdict.ts';
import { mockCommand } from './start-up.ts';

const SPAWNS = 7;

/** From nothing to the first list: the built server over a store with 400 models, and the mock. */
export const serverStartSuite: Suite = {
  name: 'start of the server',
  ids: ['T22'],
  async run(bench) {
    const { fixtures } = bench;
    const { models } = (await fixtures.of(400)).world;
    const store = `sqlite:${path.join(fixtures.directory, 'start.db')}`;
    const opened = await openStores(store);
    await fillStore(opened, models);
    await opened.close();
    const config = path.join(fixtures.directory, 'model-gateway.json');
    writeFileSync(config, JSON.stringify({ store, server: { port: 0 }, admin: { port: 0 } }));

    const asked = { path: '/v1/models', headers: { authorization: `Bearer ${API_KEY}` } };
    const server = { ...asked, command: [process.execPath, PROGRAM, 'serve', '--config', config] };
    const mock = { ...asked, command: mockCommand() };
    const programs = { mock, server, mockAgain: mock };
    const figures = await startInTurns(bench, SPAWNS, programs);
    const times = (of: keyof typeof programs) => figures(of, 'milliseconds');
    const bytes = figures('server', 'residentBytes');
    const noise = noiseOf(ratios(times('mock'), times('mockAgain')));
    return {
      noise,
      measured: {},
      rows: [
        judge(TARGETS.serverStart, ratios(times('server'), times('mock')), noise),
        inform({ id: 'T22', workload: 'the same time', unit: 'milliseconds' }, times('server')),
        judge(TARGETS.serverMemory, bytes, 0),
      ],
    };
  },
};

/** What `bin` of the published package names, found from the package's own place. */
const PROGRAM = fileURLToPath(
  new URL('./dist/command/bin.js', import.meta.resolve('@model-gateway/server/package.json')),
);
