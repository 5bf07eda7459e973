import type { Destination } from '../resources/destination.ts';

/** Says where the telemetry of a workspace goes; what forwards telemetry reads it. */
export interface DestinationFeed {
  /**
   * Returns every destination of a workspace with its secrets in full, in any order; disabled ones
   * too, so that the forwarder can say why nothing arrived there.
   */
  destinationsIn(workspaceId: string): Promise<readonly Destination[]>;
  /**
   * Calls `listener` after each change with the workspace it concerns, or undefined when that is
   * not known. A change through this store is announced before `replace` resolves, so that the
   * first record after the answer to a PATCH follows it. Returns the function that ends it.
   */
  subscribe?(listener: (workspaceId: string | undefined) => void): () => void;
}
