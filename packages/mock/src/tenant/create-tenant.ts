import type { OperationSet } from '@model-gateway/core/kit';
import type { TenantClock } from '../clock/tenant-clock.ts';
import type { ChangeLog } from '../journal/change-log.ts';
import type { JournalLimits } from '../journal/journal.ts';
import type { TrafficListener } from '../journal/traffic.ts';
import { mockKeys } from '../mock-keys.ts';
import type { WireFault } from '../rules/wire-fault.ts';
import { presetRules } from '../presets/presets.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { collectorClient, type ForwardTelemetry } from '../telemetry/collector-client.ts';
import { PromptCache } from '../chat/prompt-cache.ts';
import { TelemetryLog } from '../telemetry/telemetry-log.ts';
import { TenantForwarding } from '../telemetry/tenant-forwarding.ts';
import { checkOptions } from './options/check-options.ts';
import type { TenantOptions } from './options/tenant-options.ts';
import { settledOptions } from './options/settled-options.ts';
import { TenantRuntime, type TenantSnapshot } from './tenant-runtime.ts';
import type { WorldCache } from './world-cache.ts';

/**
 * The surroundings of a tenant, which exist before it: its clock and rules, and what it shares with
 * its gateway.
 */
export interface TenantSurroundings {
  readonly worlds: WorldCache;
  readonly rules: RuleBook;
  readonly clock: TenantClock;
  readonly operations: OperationSet;
  /** The path of the API. */
  readonly basePath: string;
  readonly onError: ((error: unknown) => void) | undefined;
  readonly traffic: TrafficListener | undefined;
  /** Takes note of requests for the readers of control. */
  readonly changes: ChangeLog | undefined;
  /** The initial state, in place of a world. */
  readonly initial?: TenantSnapshot | undefined;
}

/** The id of the tenant that a gateway itself is. */
export const MAIN = 'main';

const JOURNAL_LIMITS: JournalLimits = {
  mostRequests: 1000,
  mostBytes: 16 * 1024 * 1024,
  longestBody: 8 * 1024 * 1024,
  mostResponseBytes: { unread: 4 * 1024 * 1024, read: 64 * 1024 * 1024 },
};

export function createTenant(
  given: TenantOptions<WireFault> & { readonly id: string },
  surroundings: TenantSurroundings,
): TenantRuntime {
  checkOptions(given);
  const options = settledOptions(given);
  const { id, seed, preset, apiKey, managementKey } = options;
  const { initial, clock, operations, basePath } = surroundings;
  const fallback = new RuleBook({
    rules: initial === undefined ? presetRules(preset, seed) : [],
    initial: initial?.fallback,
    hasSocket: false,
    operations,
    basePath,
  });
  const givenKeys = { inference: apiKey, management: managementKey };
  return new TenantRuntime({
    ...surroundings,
    ...JOURNAL_LIMITS,
    options,
    fallback,
    keys: mockKeys(id === MAIN ? `${seed}` : `${seed}, tenant ${id}`, givenKeys),
    telemetry: new TelemetryLog(),
    promptCache: new PromptCache(),
    forwarding: forwardingOf(options.forwardTelemetry),
    clock: clock.clock,
    ownsClock: clock.isOwn,
  });
}

function forwardingOf(forward: ForwardTelemetry | undefined): TenantForwarding | undefined {
  if (forward === undefined || forward === false) return undefined;
  return new TenantForwarding(collectorClient(forward === true ? [] : forward));
}
