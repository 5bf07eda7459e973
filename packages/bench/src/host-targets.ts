import { hostNamed, type HostName } from './hosts.ts';
import type { Target } from './target.ts';

export function listTarget(host: HostName): Target {
  return {
    id: 'T1',
    workload: `default list: bare, same bytes ÷ ${host}`,
    unit: 'ratio',
    limit: limitOf(hostNamed(host).atLeast?.list),
  };
}

export function tinyTarget(host: HostName): Target {
  const { alone, atLeast } = hostNamed(host);
  return {
    id: 'T2',
    workload: `tiny handler: ${alone ? `${host} alone` : 'bare'} ÷ ${host} and our adapter`,
    unit: 'ratio',
    limit: limitOf(atLeast?.tiny),
  };
}

function limitOf(atLeast: number | undefined): Target['limit'] {
  return atLeast === undefined ? undefined : { atLeast };
}
