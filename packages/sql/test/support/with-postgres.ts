import { before, describe, it } from 'node:test';
import {
  hasPostgres,
  NO_POSTGRES,
  sharedPostgres,
  type PostgresServer,
} from './postgres-server.ts';

/**
 * Describes tests that need a real server. Without one they are skipped by name; on CI they fail,
 * so that a missing server is noticed.
 */
export function describeWithPostgres(
  name: string,
  tests: (server: () => PostgresServer) => void,
): void {
  if (!hasPostgres()) {
    const isCI = process.env['CI'] === 'true';
    it(name, { skip: isCI ? false : NO_POSTGRES }, () => {
      throw new Error(NO_POSTGRES);
    });
    return;
  }
  describe(name, () => {
    let server: PostgresServer | undefined;
    before(async () => {
      server = await sharedPostgres();
    });
    tests(() => {
      if (server === undefined) throw new Error('the server is used before it is started');
      return server;
    });
  });
}
