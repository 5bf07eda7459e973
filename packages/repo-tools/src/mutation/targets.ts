import { globSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../repository.ts';

/** What images cost, from the whole request to the last digit. */
const IMAGE_PRICES = [
  'core/test/images/prices.test.ts',
  'core/test/images/early-end-prices.test.ts',
  'core/test/images/reserved-prices.test.ts',
  'core/test/images/billing.test.ts',
  'core/test/images/ledger.test.ts',
];

/** What conversations cost. */
const CONVERSATION_PRICES = [
  'core/test/chat/sizes.test.ts',
  'core/test/chat/money.test.ts',
  'core/test/chat/part-check.test.ts',
  'core/test/chat/affordable.test.ts',
  'core/test/inference/most-cost.property.test.ts',
];

/**
 * The files that `pnpm mutate` changes, where a mistake costs money, keys or prompts, each with the
 * folders and files of its tests, nearest first. A folder stands for each of its files.
 */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/pipeline/authenticate.ts': [
    'core/test/pipeline/authenticate.test.ts',
    'core/test/pipeline/identify.test.ts',
    'core/test/telemetry/request-records.test.ts',
  ],
  'packages/core/src/pipeline/identify.ts': [
    'core/test/pipeline/identify.test.ts',
    'core/test/pipeline/authenticate.test.ts',
  ],
  'packages/core/src/destinations/mask.ts': [
    'core/test/destinations/mask-config.test.ts',
    'core/test/destinations/mask.test.ts',
    'core/test/operations/secrets.test.ts',
  ],
  'packages/core/src/destinations/patch.ts': [
    'core/test/operations/update-destination.test.ts',
    'core/test/operations/update-destination-config.test.ts',
    'core/test/destinations/patch.property.test.ts',
    'openapi/test/golden-document.test.ts',
  ],
  'packages/core/src/destinations/sampling.ts': ['core/test/destinations/sampling.test.ts'],
  'packages/core/src/destinations/filter-rules.ts': ['core/test/destinations/filter-rules.test.ts'],
  'packages/core/src/destinations/check-filter-rules.ts': [
    'core/test/destinations/check-filter-rules.test.ts',
  ],
  'packages/core/src/input/json-structure.ts': ['core/test/input/read-json.test.ts'],
  'packages/core/src/input/read-json.ts': ['core/test/input/read-json.test.ts'],
  'packages/core/src/input/check-body.ts': [
    'core/test/input/check-body.test.ts',
    'core/test/input/body-problems.test.ts',
    'core/test/images/bodies.test.ts',
    'core/test/operations/update-destination.test.ts',
    'core/test/operations/update-destination-config.test.ts',
    'core/test/operations/secrets.test.ts',
  ],
  'packages/core/src/images/geometry.ts': [
    'core/test/images/geometry.test.ts',
    'core/test/images/capabilities.test.ts',
    'core/test/images/prices.test.ts',
    'core/test/images/early-end-prices.test.ts',
    'core/test/images/reserved-prices.test.ts',
  ],
  'packages/core/src/inference/attempts/failure-policy.ts': [
    'core/test/inference/failure-policy.test.ts',
    'core/test/images/attempts.test.ts',
    'core/test/images/breaker.test.ts',
  ],
  'packages/core/src/images/billing.ts': IMAGE_PRICES,
  'packages/core/src/images/list-cost.ts': IMAGE_PRICES,
  'packages/core/src/images/largest-usages.ts': [
    'core/test/images/largest-usages.test.ts',
    ...IMAGE_PRICES,
  ],
  'packages/core/src/images/applicable-prices.ts': IMAGE_PRICES,
  'packages/core/src/images/job-size.ts': ['core/test/images/job-size.test.ts', ...IMAGE_PRICES],
  'packages/core/src/inference/charging/payment.ts': [
    'core/test/inference/payment.test.ts',
    'core/test/images/ledger.test.ts',
  ],
  'packages/core/src/inference/charging/pending-charges.ts': [
    'core/test/inference/pending-charges.test.ts',
  ],
  'packages/core/src/inference/charging/spending-watch.ts': [
    'core/test/inference/spending-watch.test.ts',
  ],
  'packages/core/src/inference/charging/token-charge.ts': [
    'core/test/operations/minute-limits.test.ts',
  ],
  'packages/core/src/inference/money/': CONVERSATION_PRICES,
  'packages/core/src/chat/money/': CONVERSATION_PRICES,
  'packages/egress/src/judge-address.ts': [
    'egress/test/public.test.ts',
    'egress/test/refused.test.ts',
  ],
  'packages/egress/src/judge-name.ts': ['egress/test/judge-name.test.ts'],
  'packages/egress/src/judge-url.ts': [
    'egress/test/judge-url.test.ts',
    'egress/test/refused.test.ts',
  ],
  'packages/egress/src/checked-lookup.ts': [
    'egress/test/checked-lookup.test.ts',
    'egress/test/dns.test.ts',
  ],
  'packages/egress/src/forward/': ['egress/test/forward'],
  'packages/providers/src/http/safe-text.ts': ['providers/test/http/safe-text.test.ts'],
  'packages/redis/src/': ['redis/test'],
  'packages/server/src/egress-rules.ts': ['server/test/gateway'],
  'packages/server/src/gateway/build-pass-through.ts': ['server/test/gateway'],
  'packages/server/src/gateway/gateway-options.ts': ['server/test/gateway'],
  'packages/server/src/gateway/open-parts.ts': ['server/test/gateway'],
  'packages/server/src/health/admin-handler.ts': [
    'server/test/running/admin-hosts.test.ts',
    'server/test/gateway',
  ],
  'packages/server/src/config/read-secret-file.ts': ['server/test/config'],
  'packages/server/src/config/secret-keys.ts': ['server/test/config'],
  'packages/server/src/config/secrets.ts': ['server/test/config'],
  'packages/server/src/store/store-name.ts': ['server/test/store'],
  'packages/sql/src/changes.ts': ['sql/test/changes.test.ts'],
  'packages/sql/src/credit-ledger.ts': [
    'sql/test/suites/sqlite-memory.test.ts',
    'sql/test/admin/credit-accounts.test.ts',
  ],
  'packages/sql/src/dialect/sqlite/credit-book.ts': [
    'sql/test/suites/sqlite-memory.test.ts',
    'sql/test/admin/credit-accounts.test.ts',
  ],
  'packages/sql/src/dialect/postgres/credit-book.ts': [
    'sql/test/admin/credit-accounts.test.ts',
    'sql/test/suites/postgres.test.ts',
  ],
  'packages/sql/src/key-store.ts': [
    'sql/test/key-store.test.ts',
    'sql/test/suites/sqlite-memory.test.ts',
    'sql/test/admin/keys.test.ts',
    'sql/test/texts.test.ts',
  ],
  'packages/sql/src/key-usage.ts': ['sql/test/admin/keys.test.ts'],
  'packages/sql/src/rate-limiter.ts': ['sql/test/suites/sqlite-memory.test.ts'],
  'packages/sql/src/secrets/': [
    'sql/test/secrets.test.ts',
    'sql/test/suites/sqlite-memory.test.ts',
  ],
  'packages/sql/src/telemetry-outbox.ts': ['sql/test/suites/sqlite-memory.test.ts'],
  'packages/sql/src/outbox-room.ts': ['sql/test/suites/sqlite-memory.test.ts'],
  'packages/telemetry/src/send/': [
    'telemetry/test/send',
    'telemetry/test/routing.test.ts',
    'telemetry/test/isolation.test.ts',
    'telemetry/test/closing.test.ts',
    'telemetry/test/changes.test.ts',
    'telemetry/test/outbox.test.ts',
    'telemetry/test/kinds',
  ],
};

/** Returns the files to change, as paths below the root. */
export function targets(): readonly string[] {
  return Object.keys(TARGETS).flatMap((place) =>
    place.endsWith('/') ? filesIn(`${place}*.ts`) : [place],
  );
}

/** Returns the test files of a source file; for a file that is not listed, all of its package. */
export function testsOf(file: string): readonly string[] {
  const places = TARGETS[file] ??
    TARGETS[file.slice(0, file.lastIndexOf('/') + 1)] ?? [`${file.split('/')[1]}/test`];
  return places.flatMap((place) =>
    place.endsWith('.ts') ? [`packages/${place}`] : filesIn(`packages/${place}/**/*.test.ts`),
  );
}

function filesIn(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted();
}
