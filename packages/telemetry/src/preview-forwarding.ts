import type { Destination, RequestRecord } from '@model-gateway/core';
import { oncePerObject } from '@model-gateway/core/kit';
import { compileDestination } from './routing/compile-destination.ts';
import { decide } from './routing/decide.ts';
import type { Skipped } from './counters/counters.ts';
import { toObservation } from './view/observation.ts';
import type { View } from './view/view.ts';

/** Whether a destination would get a record, and if not, why. */
export type ForwardingDecision = 'forwarded' | 'unsupported' | Skipped;

/** What would be sent to one destination. */
export interface ForwardingPreview {
  readonly destination: Destination;
  readonly decision: ForwardingDecision;
  /** What the destination may see of the request; undefined unless it is forwarded. */
  readonly view: View | undefined;
}

/**
 * Returns what a forwarder would send of a record to each destination of its workspace, and sends
 * nothing. Empty for a record that is not forwarded at all, such as that of a list.
 */
export function previewForwarding(
  destinations: Iterable<Destination>,
  record: RequestRecord,
): readonly ForwardingPreview[] {
  const workspaceId = record.caller?.workspaceId.toLowerCase();
  const ours = [...destinations].filter(
    ({ workspace_id }) => workspace_id.toLowerCase() === workspaceId,
  );
  // Nobody looks at it, so it need not be made.
  const observation = ours.length === 0 ? undefined : toObservation(record);
  if (observation === undefined) return [];
  return ours.map((destination) => {
    const compiled = compiledOf(destination);
    const skipped = decide(compiled, observation);
    if (skipped !== 'take') return { destination, decision: skipped, view: undefined };
    if (compiled.exporter === undefined) {
      return { destination, decision: 'unsupported', view: undefined };
    }
    const view = compiled.isPrivate ? observation.withoutContent : observation.full;
    return { destination, decision: 'forwarded', view };
  });
}

/** A change of a destination makes another object. */
const compiledOf = oncePerObject((destination: Destination) => compileDestination(destination));
