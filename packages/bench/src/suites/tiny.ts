import type { Suite } from '../harness/suite.ts';
import { HOST_NAMES, tinyTarget, type HostName } from '../hosts.ts';
import type { Target } from '../targets.ts';
import { runInHost } from './hosts.ts';
import { startTinyHandler } from './programs.ts';
import { TINY } from './requests.ts';

const ONE_AT_A_TIME = 'one tiny answer at a time: bare ÷ connect and our adapter';

/** A handler that does nothing: what the framework and our adapter cost. */
export const tinySuites: readonly Suite[] = [
  ...HOST_NAMES.map((host) => tinySuite(host, tinyTarget(host), 16)),
  // Where nothing is gained by answering together those requests that came together.
  tinySuite('connect', { ...tinyTarget('connect'), workload: ONE_AT_A_TIME, limit: undefined }, 1),
];

function tinySuite(host: HostName, target: Target, connections: number): Suite {
  return {
    name: `tiny handler in ${host} over ${connections} connection${connections === 1 ? '' : 's'}`,
    ids: ['T2'],
    run: (bench) =>
      runInHost(bench, {
        host,
        prefix: TINY.path,
        target,
        start: () => startTinyHandler(bench, host),
        request: TINY,
        connections,
        amount: 3000,
      }),
  };
}
