import {
  systemClock,
  type BudgetStore,
  type Clock,
  type CreditLedger,
  type DestinationFeed,
  type DestinationStore,
  type GenerationStore,
  type GuardrailAssignmentStore,
  type GuardrailStore,
  type IdempotencyStore,
  type MemberStore,
  type ModelStore,
  type RateLimiter,
  type RateMeter,
  type SpendingBook,
  type TelemetryOutbox,
  type WritableKeyStore,
} from '@model-gateway/core';
import { checkOptions } from '@model-gateway/core/kit';
import { createAdministration, type Administration } from './admin/administration.ts';
import { Availability } from './availability.ts';
import { backgroundClock, repeat } from './background.ts';
import { createBudgetStore } from './budget-store.ts';
import { createCatalogStore } from './catalog-store.ts';
import { Changes } from './changes.ts';
import { connect, wouldMake, type DatabaseLocation } from './connect.ts';
import { createCreditLedger } from './credit-ledger.ts';
import type { Database } from './database.ts';
import { DestinationNotices } from './destination-notices.ts';
import { DestinationRows } from './destination-rows.ts';
import { createDestinationStore } from './destination-store.ts';
import { createGenerationStore, forgetGenerations } from './generation-store.ts';
import { createGuardrailAssignmentStore } from './guardrail-assignment-store.ts';
import { createGuardrailStore } from './guardrail-store.ts';
import { createIdempotencyStore, forgetAnswers } from './idempotency-store.ts';
import { createChangeKeys } from './key-changes.ts';
import { createKeyStore } from './key-store.ts';
import { KeyUsage } from './key-usage.ts';
import { LateEffects } from './late-effects.ts';
import { createMemberStore } from './member-store.ts';
import { createModelSightings, type ModelSightings } from './model-sightings.ts';
import {
  migrate,
  requireSchema,
  SCHEMA_VERSION,
  SchemaVersionError,
} from './migrations/migrate.ts';
import { createWriteProbe } from './probe-writes.ts';
import { OPEN_OPTIONS, OUTBOX, RATE_LIMIT, type OpenStoresOptions } from './options.ts';
import { OutboxRows } from './outbox-rows.ts';
import type { OnReport } from './report.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRateMeter, forgetMeters } from './rate-meter.ts';
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts';
import { requireKnownKeys } from './secrets/require-known-keys.ts';
import { forgetWarnings } from './spending-warnings.ts';
import { createTelemetryOutbox } from './telemetry-outbox.ts';

/** Everything that a gateway needs from a database. */
export interface Stores {
  /** For `createGateway({ stores })`. */
  readonly stores: {
    readonly models: ModelStore;
    readonly keys: WritableKeyStore;
    readonly destinations: DestinationStore & Required<DestinationFeed>;
    readonly generations: GenerationStore;
    readonly budgets: BudgetStore;
    readonly members: MemberStore;
    readonly assignments: GuardrailAssignmentStore;
    readonly guardrails: GuardrailStore;
  };
  /** For `createGateway({ inference: { ledger, limiter } })`. */
  readonly ledger: CreditLedger & { readonly spending: SpendingBook };
  /** Undefined without the option `rateLimit`. */
  readonly limiter: RateLimiter | undefined;
  /** For `createGateway({ inference: { meter } })`, for limits that keys have for themselves. */
  readonly meter: RateMeter;
  /** For `createGateway({ inference: { idempotency } })`. */
  readonly idempotency: IdempotencyStore;
  /** For `createForwarder({ outbox })`, so that telemetry outlives the process. */
  readonly outbox: TelemetryOutbox;
  /** Remembers when models were first listed, as a date for those without one. */
  readonly sightings: ModelSightings;
  /**
   * Administration that the HTTP interface lacks: creating keys, importing catalogs, granting
   * credit.
   */
  readonly admin: Administration;
  /**
   * Writes one row that stays as it is, and rejects with `StoreUnavailableError` while the database
   * cannot be written: for a probe of readiness after an outage of writes, which only a write ends.
   */
  probeWrites(): Promise<void>;
  /** Writes everything pending and closes the database. */
  close(): Promise<void>;
}

/** The time between two searches for reservations of dead processes. */
const SWEEP_EVERY_MS = 60_000;
/** Soon after a start, which often follows a crash; commands have ended by then. */
const FIRST_SWEEP_MS = 1000;

/**
 * Opens stores in a database and keeps its tables up to date:
 *
 *     const { stores, ledger, close } = await openStores('sqlite:gateway.db');
 *     const gateway = createGateway({ stores, inference: { ledger } });
 *
 * Rejects with `SchemaVersionError` for tables of a later version, with `StoreUnavailableError` for
 * a database that cannot be reached, and with `SealError` when a key that sealed something is
 * missing.
 */
export async function openStores(
  location: DatabaseLocation,
  options: OpenStoresOptions = {},
): Promise<Stores> {
  checkOptions('openStores', options, OPEN_OPTIONS);
  if (options.rateLimit !== undefined) {
    const limits = ['limit', 'windowSeconds'] as const;
    checkOptions('openStores({ rateLimit })', options.rateLimit, RATE_LIMIT, limits);
  }
  if (options.outbox !== undefined) checkOptions('openStores({ outbox })', options.outbox, OUTBOX);
  if (options.migrate === false && wouldMake(location)) {
    throw new SchemaVersionError(0, SCHEMA_VERSION);
  }
  const { clock = systemClock, staleKeySeconds = 60, reservationSeconds = 2000 } = options;
  const { generationDays = 90 } = options;
  // Work that a request waits for keeps the process alive; work between requests does not.
  const background = options.clock ?? backgroundClock;
  const report = unfailing(options.onReport);
  const availability = new Availability(clock, report);
  const box = boxOf(options.secrets);
  const database = await connect(location, options, { clock, background, availability, report });
  try {
    if (options.migrate === false) await requireSchema(database);
    else await migrate(database);
    await requireKnownKeys(database, box, clock);
    const changes = new Changes(database, clock);
    await changes.begin();

    const changeKeys = createChangeKeys(database, changes);
    const usage = new KeyUsage(database, background, report);
    const rows = new DestinationRows(box, report);
    const notices = new DestinationNotices();
    const generations = createGenerationStore(database);
    const unguarded = new WeakSet<object>();
    const late = new LateEffects(clock);
    const stopSweeping = repeat(
      background,
      SWEEP_EVERY_MS,
      () => sweep(database, late, { clock, report, generationDays }),
      FIRST_SWEEP_MS,
    );
    return {
      stores: {
        models: createCatalogStore(database, changes),
        keys: createKeyStore(database, changes, changeKeys, usage, { staleKeySeconds, unguarded }),
        destinations: createDestinationStore(database, rows, notices),
        generations,
        budgets: createBudgetStore(database, changes, { staleKeySeconds }),
        members: createMemberStore(database),
        assignments: createGuardrailAssignmentStore(database),
        guardrails: createGuardrailStore(database, changes, unguarded, { staleKeySeconds }),
      },
      ledger: createCreditLedger(database, generations, clock, { late, reservationSeconds }),
      limiter: options.rateLimit && createRateLimiter(database, clock, options.rateLimit),
      meter: createRateMeter(database, clock),
      idempotency: createIdempotencyStore(database, box, clock, late),
      outbox: createTelemetryOutbox(database, new OutboxRows(box, report), {
        clock,
        limits: options.outbox ?? {},
      }),
      sightings: createModelSightings(database, clock),
      admin: createAdministration({ database, changes, changeKeys, notices, clock, rows }),
      probeWrites: createWriteProbe(database),
      async close() {
        await stopSweeping();
        await usage.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Sweeping {
  readonly clock: Clock;
  readonly report: OnReport;
  readonly generationDays: number;
}

/** Frees what dead processes have reserved, deletes what is no longer kept, and undoes what came late. */
async function sweep(
  database: Database,
  late: LateEffects,
  { clock, report, generationDays }: Sweeping,
): Promise<void> {
  try {
    const count = await database.credits.sweep(clock.now());
    if (count > 0) report({ type: 'reservations-swept', count });
    await forgetMeters(database, clock);
    await forgetAnswers(database, clock);
    await forgetWarnings(database, clock);
    await forgetGenerations(database, clock, generationDays);
    await late.undo();
  } catch (error) {
    report({ type: 'background-failed', task: 'freeing reservations of dead processes', error });
  }
}

function boxOf(secrets: OpenStoresOptions['secrets']): SecretBox | undefined {
  if (secrets === undefined || 'seal' in secrets) return secrets;
  return createSecretBox(secrets);
}

/** A listener that throws must not fail a request. */
function unfailing(onReport: OpenStoresOptions['onReport']): OnReport {
  return (report) => {
    try {
      onReport?.(report);
    } catch {
      // The listener reports what fails, and cannot report itself.
    }
  };
}
