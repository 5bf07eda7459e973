import { systemClock } from '@model-gateway/core';
import { Availability } from '../../src/availability.ts';
import { connect } from '../../src/connect.ts';
import type { Database } from '../../src/database.ts';

/** Connects to a database without its stores, and without migrating it. */
export function connected(location: string): Promise<Database> {
  const report = () => {};
  const availability = new Availability(systemClock, report);
  const clocks = { clock: systemClock, background: systemClock };
  return connect(location, {}, { ...clocks, availability, report });
}
