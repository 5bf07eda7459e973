import { createMemoryDestinationStore, type Clock } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { Administration } from '@model-gateway/sql';
import { createForwarder } from '@model-gateway/telemetry';
import { allowOrigins } from '../egress-rules.ts';
import type { LoadedConfig } from '../loading/load-config.ts';
import { destinationProblem } from './destination-problem.ts';
import type { Finding } from './finding.ts';

/** More would take minutes; `destinations test` takes any. */
const MOST = 100;

/** Sends a test request to each destination that is enabled, up to 100, and says what came of it. */
export async function checkDestinations(
  admin: Administration,
  { config }: LoadedConfig,
  clock: Clock,
): Promise<readonly Finding[]> {
  const http = createGuardedHttpClient({ allow: allowOrigins(config.telemetry.allowOrigins) });
  const forwarder = createForwarder({ destinations: createMemoryDestinationStore(), http, clock });
  const findings: Finding[] = [];
  try {
    for await (const { destination } of admin.destinations.export()) {
      if (!destination.enabled) continue;
      const what = `destination ${destination.id}`;
      if (findings.length === MOST) {
        const says = `is not tried, nor are those after it: ${MOST} were; see destinations test`;
        return [...findings, { what, result: 'warning', says }];
      }
      const result = await forwarder.test(destination);
      findings.push(
        result.ok
          ? { what, result: 'ok', says: `${destination.type} takes a test request` }
          : { what, result: 'problem', says: destinationProblem(result) },
      );
    }
    return findings;
  } finally {
    await forwarder.close();
    await http.close();
  }
}
