import type { CatalogIndex } from '../catalog/catalog-index.ts';
import type { ModelLinks } from '../catalog/links.ts';
import type { ServedCatalog } from '../catalog/live-catalog.ts';
import type { OriginChange } from '../destinations/origin-change.ts';
import type { InferenceService } from '../inference/service.ts';
import type { Clock } from '../ports/clock.ts';
import type { GenerationStore } from '../ports/generation-store.ts';
import type { KeyLimits, WritableKeyStore } from '../ports/key-store.ts';
import type { ListStores } from '../ports/list-stores.ts';

/** What every operation may use of its gateway. */
export interface OperationContext {
  readonly clock: Clock;
  /** The models in service. `current` rejects when there has never been a valid catalog. */
  readonly catalog: { current(): Promise<CatalogIndex> };
  /** Reports errors that clients do not see to the host's `onError`. */
  readonly report: (error: unknown) => void;
}

/** What the gateway's own operations may use. */
export interface GatewayContext extends OperationContext {
  /** The moment that ages of models are measured from, in milliseconds since the Unix epoch. */
  readonly today: () => number;
  readonly catalog: ServedCatalog;
  readonly links: ModelLinks;
  /** The names that this gateway's clients use. */
  readonly dialect: {
    /** What clients call `gateway_metadata`. */
    readonly metadataMember: string;
    /** The headers by which clients ask for it. */
    readonly metadataHeaders: readonly string[];
  };
  readonly inference: InferenceService;
  /** What a PATCH that changes the origin of an address does with secrets. */
  readonly originChange: OriginChange;
  /** Of keys that are made without limits of their own. */
  readonly newKeyLimits: KeyLimits;
  readonly stores: ListStores & {
    readonly generations: GenerationStore | undefined;
    /** Undefined where keys can only be found. */
    readonly keys: WritableKeyStore | undefined;
  };
}
