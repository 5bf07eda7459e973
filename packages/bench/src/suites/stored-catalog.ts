import path from 'node:path';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { POSTGRES_URL } from '../stores/postgres-url.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, unmeasured } from '../verdict.ts';
import { TYPICAL_PAGE, varied } from '../workloads.ts';
import { startStoredGateway } from './programs.ts';
import { models } from './requests.ts';

/** GET /models over stores in a database against stores in memory. */
export const storedCatalogSuite: Suite = {
  name: 'GET /models from a database',
  ids: ['T18'],
  async run(bench) {
    const fixture = await bench.fixtures.of(400);
    const file = path.join(bench.fixtures.directory, 'catalog.db');
    const list = { request: models(), connections: 16, amount: 400 };
    const page = { request: models(varied(TYPICAL_PAGE)), connections: 16, amount: 800 };
    const measurements = await measureInRounds(async (running) => {
      const start = async (location: string) =>
        running.use(await startStoredGateway(bench, fixture, location));
      const memory = await start('memory');
      const memoryAgain = await start('memory');
      const sqlite = await start(`sqlite:${file}`);
      // Without a server the rows are skipped, and this is memory a third time.
      const postgres = await start(POSTGRES_URL ?? 'memory');
      return {
        memory: { server: memory, ...list },
        sqlite: { server: sqlite, ...list },
        postgres: { server: postgres, ...list },
        'memory, page': { server: memory, ...page },
        'sqlite, page': { server: sqlite, ...page },
        'postgres, page': { server: postgres, ...page },
        'memory again': { server: memoryAgain, ...list },
      };
    }, bench);
    const noise = measurements.noise('memory', 'memory again');
    const pageRow = (workload: string, rounds: readonly number[]) =>
      inform({ id: 'T18', workload, unit: 'ratio' }, rounds);
    return {
      noise,
      measured: measurements.summary(),
      rows: [
        judge(TARGETS.sqliteCatalog, measurements.ratio('memory', 'sqlite'), noise),
        pageRow('page of 50: memory ÷ SQLite', measurements.ratio('memory, page', 'sqlite, page')),
        ...(POSTGRES_URL === undefined
          ? [
              unmeasured(
                TARGETS.postgresCatalog,
                'skipped',
                'MODEL_GATEWAY_POSTGRES_URL is not set',
              ),
            ]
          : [
              judge(TARGETS.postgresCatalog, measurements.ratio('memory', 'postgres'), noise),
              pageRow(
                'page of 50: memory ÷ PostgreSQL',
                measurements.ratio('memory, page', 'postgres, page'),
              ),
            ]),
      ],
    };
  },
};
