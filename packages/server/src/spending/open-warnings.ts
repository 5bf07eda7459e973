import type { Clock, HttpClient, SpendingWarning } from '@model-gateway/core';
import type { ResolvedWebhook } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { WarningWebhook } from './warning-webhook.ts';

export interface WarningsContext {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'spendingWarned'>;
}

/** What tells of warnings until it is closed. */
export interface OpenWarnings {
  readonly onSpending: (warning: SpendingWarning) => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens what tells the operator that a share of a limit is reached: a line of the log, a metric and,
 * where the configuration has one, a webhook. Source: contract §2.11.
 */
export function openWarnings(
  webhook: ResolvedWebhook | null,
  { http, clock, logger, metrics }: WarningsContext,
): OpenWarnings {
  const sender =
    webhook === null ? undefined : new WarningWebhook(webhook, { http, clock, logger });
  return {
    onSpending(warning) {
      const members = membersOf(warning);
      metrics.spendingWarned(warning);
      logger.warn(members, `${warning.percent} % of a spending limit is reached`);
      sender?.send({ type: 'spending.limit', at: new Date(clock.now()).toISOString(), ...members });
    },
    close: async () => sender?.close(),
  };
}

/** Returns what the log and the webhook say of a warning. */
function membersOf({ budget, percent, spent, endsAt }: SpendingWarning) {
  return {
    limit_of: budget.kind,
    id: budget.id,
    ...(budget.guardrail && { guardrail: budget.guardrail.name }),
    percent,
    limit_usd: budget.usd,
    limit_reset: budget.reset,
    spent_usd: spent,
    resets_at: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
}
