/**
 * The engine without HTTP, in a process of its own so that its memory can be weighed. Takes one job
 * over the channel. Needs --expose-gc.
 */
import { CatalogIndex, selectModels, type ListModelsQuery } from '@model-gateway/core';
import { generateWorld } from '@model-gateway/worlds';
import { takeJobs } from '../take-jobs.ts';
import { quantile } from '../statistics.ts';
import { checkEngine } from './check.ts';
import type { EngineJob, EngineResult } from './engine-job.ts';
import { OTHER_QUERIES, typicalQueries } from './queries.ts';

const NOW_SECONDS = Date.UTC(2026, 7, 1) / 1000;
/** How often each query is asked in a round. */
const REPEATS = 10;

takeJobs(measure);
console.log('READY');

async function measure({ seed, models, rounds }: EngineJob): Promise<EngineResult> {
  // Memory that generating leaves behind, code above all, does not count as memory of the models.
  await generateWorld({ seed, models: 100 });
  const empty = residentBytes();
  const world = await generateWorld({ seed, models });
  const begin = performance.now();
  const index = new CatalogIndex({ entries: world.models, revision: world.revision });
  const indexMilliseconds = performance.now() - begin;
  const residentBytesPerModel = (residentBytes() - empty) / models;

  const queries = typicalQueries();
  const firstSortMilliseconds = Math.max(...timesOf(index, queries));
  checkEngine(index, [...queries, ...OTHER_QUERIES], NOW_SECONDS);

  const repeated = Array.from({ length: REPEATS }, () => queries).flat();
  timesOf(index, repeated);
  const first: number[][] = [];
  const again: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    first.push(timesOf(index, repeated));
    again.push(timesOf(index, repeated));
  }
  return {
    p50Milliseconds: first.map((times) => quantile(times, 0.5)),
    p99Milliseconds: first.map((times) => quantile(times, 0.99)),
    p50MillisecondsAgain: again.map((times) => quantile(times, 0.5)),
    indexMilliseconds,
    firstSortMilliseconds,
    residentBytesPerModel,
  };
}

function timesOf(index: CatalogIndex, queries: readonly ListModelsQuery[]): number[] {
  return queries.map((query) => {
    const begin = performance.now();
    selectModels(index, query, { allowedModels: null, nowSeconds: NOW_SECONDS });
    return performance.now() - begin;
  });
}

function residentBytes(): number {
  // Twice: what the first finds dead may hold on to memory until the second.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
