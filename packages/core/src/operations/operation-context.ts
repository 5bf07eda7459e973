import type { CatalogIndex } from '../catalog/catalog-index.ts';
import type { ModelLinks } from '../catalog/links.ts';
import type { WholeList } from '../catalog/whole-list.ts';
import type { ImageService } from '../images/image-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { DestinationStore } from '../ports/destination-store.ts';
import type { GuardrailAssignmentStore } from '../ports/guardrail-assignment-store.ts';
import type { MemberStore } from '../ports/member-store.ts';

/** Everything an operation may use. */
export interface OperationContext {
  readonly clock: Clock;
  /** The catalog's current revision, indexed. */
  readonly catalog: () => Promise<CatalogIndex>;
  /** The answer to GET /models without parameters. */
  readonly wholeList: (index: CatalogIndex) => WholeList;
  readonly links: ModelLinks;
  readonly images: ImageService;
  /** Tells the host of what clients do not see. */
  readonly report: (error: unknown) => void;
  readonly stores: {
    readonly destinations: DestinationStore;
    readonly members: MemberStore;
    readonly assignments: GuardrailAssignmentStore;
  };
}
