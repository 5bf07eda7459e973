import type { Suite } from '../harness/suite.ts';
import { HOST_NAMES, tinyTarget } from '../hosts.ts';
import { runInHost } from './hosts.ts';
import { TINY } from './requests.ts';

/** A handler that does nothing: what the framework and our adapter cost. */
export const tinySuites: readonly Suite[] = HOST_NAMES.map((host) => ({
  name: `tiny handler in ${host}`,
  ids: ['T2'],
  run: (bench) =>
    runInHost(bench, host, tinyTarget(host), {
      request: TINY,
      connections: 16,
      amount: 3000,
    }),
}));
