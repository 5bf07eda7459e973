import type { ModelLinks } from '../catalog/links.ts';
import type { ServedCatalog } from '../catalog/live-catalog.ts';
import type { ImageService } from '../images/image-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { DestinationStore } from '../ports/destination-store.ts';
import type { GuardrailAssignmentStore } from '../ports/guardrail-assignment-store.ts';
import type { MemberStore } from '../ports/member-store.ts';

/** Everything an operation may use. */
export interface OperationContext {
  readonly clock: Clock;
  /** The moment that ages of models are measured from, in milliseconds since the Unix epoch. */
  readonly today: () => number;
  readonly catalog: ServedCatalog;
  readonly links: ModelLinks;
  readonly images: ImageService;
  /** Reports errors that clients do not see to the host. */
  readonly report: (error: unknown) => void;
  readonly stores: {
    readonly destinations: DestinationStore;
    readonly members: MemberStore;
    readonly assignments: GuardrailAssignmentStore;
  };
}
