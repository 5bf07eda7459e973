import type { Suite } from '../harness/suite.ts';
import { tinyTarget } from '../host-targets.ts';
import { HOST_NAMES, hostNamed, type HostName } from '../hosts.ts';
import type { Target } from '../target.ts';
import { TARGETS } from '../targets.ts';
import { runInHost, type HostWorkload } from './hosts.ts';
import { startTinyHandler } from './programs.ts';
import { TINY } from './requests.ts';

/** A handler that does nothing: what the framework and our adapter cost. */
export const tinySuites: readonly Suite[] = [
  ...HOST_NAMES.map((host) => {
    const besides = hostNamed(host).alone === undefined ? 'bare' : 'alone';
    return tinySuite(host, tinyTarget(host), { connections: 16, besides });
  }),
  // Nothing is gained here by answering requests together that arrived together.
  tinySuite('connect', TARGETS.oneAtATime, { connections: 1, besides: 'bare' }),
];

function tinySuite(
  host: HostName,
  target: Target,
  { connections, besides }: Pick<HostWorkload, 'connections' | 'besides'>,
): Suite {
  return {
    name: `tiny handler in ${host} over ${connections} connection${connections === 1 ? '' : 's'}`,
    ids: ['T2'],
    run: (bench) =>
      runInHost(bench, {
        host,
        prefix: TINY.path,
        target,
        besides,
        start: () => startTinyHandler(bench, host),
        request: TINY,
        connections,
        amount: 3000,
      }),
  };
}
