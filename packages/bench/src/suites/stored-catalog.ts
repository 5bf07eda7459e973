import path from 'node:path';
import { measuredSuite } from '../harness/measured-suite.ts';
import { POSTGRES_URL } from '../stores/postgres-url.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, unmeasured } from '../verdict.ts';
import { TYPICAL_PAGE, varied } from '../workloads.ts';
import { startStoredGateway } from './programs.ts';
import { models } from './requests.ts';

const pageRow = (workload: string, ratios: readonly number[]) =>
  inform({ id: 'T18', workload, unit: 'ratio' }, ratios);

/** GET /models over stores in a database against stores in memory. */
export const storedCatalogSuite = measuredSuite({
  name: 'GET /models from a database',
  ids: ['T18'],
  async start(bench, running) {
    const fixture = await bench.fixtures.of(400);
    const file = path.join(bench.fixtures.directory, 'catalog.db');
    const list = { request: models(), connections: 16, amount: 400 };
    const page = { request: models(varied(TYPICAL_PAGE)), connections: 16, amount: 800 };
    const serverOver = async (location: string) =>
      running.use(await startStoredGateway(bench, fixture, location));
    const memory = await serverOver('memory');
    const memoryAgain = await serverOver('memory');
    const sqlite = await serverOver(`sqlite:${file}`);
    // Without a server the rows are skipped, and this is memory a third time.
    const postgres = await serverOver(POSTGRES_URL ?? 'memory');
    return {
      memory: { server: memory, ...list },
      sqlite: { server: sqlite, ...list },
      postgres: { server: postgres, ...list },
      'memory, page': { server: memory, ...page },
      'sqlite, page': { server: sqlite, ...page },
      'postgres, page': { server: postgres, ...page },
      'memory again': { server: memoryAgain, ...list },
    };
  },
  twice: ['memory', 'memory again'],
  rows: (measurements, noise) => [
    judge(TARGETS.sqliteCatalog, measurements.ratio('memory', 'sqlite'), noise),
    pageRow('page of 50: memory ÷ SQLite', measurements.ratio('memory, page', 'sqlite, page')),
    ...(POSTGRES_URL === undefined
      ? [unmeasured(TARGETS.postgresCatalog, 'skipped', 'MODEL_GATEWAY_POSTGRES_URL is not set')]
      : [
          judge(TARGETS.postgresCatalog, measurements.ratio('memory', 'postgres'), noise),
          pageRow(
            'page of 50: memory ÷ PostgreSQL',
            measurements.ratio('memory, page', 'postgres, page'),
          ),
        ]),
  ],
});
