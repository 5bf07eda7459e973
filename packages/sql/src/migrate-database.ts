import { systemClock } from '@model-gateway/core';
import { AMOUNT, checkOptions, type OptionTable } from '@model-gateway/core/kit';
import { Availability } from './availability.ts';
import { connect, type DatabaseLocation } from './connect.ts';
import { migrate } from './migrations/migrate.ts';
import type { OpenStoresOptions } from './options.ts';

/**
 * Brings the tables up to date and closes the database, for hosts that open stores with `migrate:
 * false`. Resolves to the schemas before and after.
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  options: Pick<OpenStoresOptions, 'deadlineMs' | 'busyTimeoutMs'> = {},
): Promise<{ readonly from: number; readonly to: number }> {
  checkOptions('migrateDatabase', options, OPTIONS);
  const report = () => {};
  const availability = new Availability(systemClock, report);
  const database = await connect(location, options, {
    clock: systemClock,
    background: systemClock,
    availability,
    report,
  });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

const OPTIONS: OptionTable<Pick<OpenStoresOptions, 'deadlineMs' | 'busyTimeoutMs'>> = {
  deadlineMs: AMOUNT,
  busyTimeoutMs: AMOUNT,
};
