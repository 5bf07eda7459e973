import type { Suite } from '../harness/suite.ts';
import { listTarget } from '../host-targets.ts';
import { HOST_NAMES } from '../hosts.ts';
import { runInHost } from './hosts.ts';
import { startGateway } from './programs.ts';
import { models } from './requests.ts';

/** The whole list without parameters, which is kept ready. */
export const listSuites: readonly Suite[] = HOST_NAMES.map((host) => ({
  name: `default list in ${host}`,
  ids: ['T1'],
  run: (bench) =>
    runInHost(bench, {
      host,
      prefix: '/v1',
      target: listTarget(host),
      besides: 'bare',
      start: (fixture) => startGateway(bench, fixture, host),
      request: models(),
      connections: 16,
      amount: 500,
    }),
}));
