import type { OnReport } from '@model-gateway/sql';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Logger } from './create-logger.ts';

/** Logs and counts what a store reports to its operator. */
export function logStoreReports(logger: Logger, metrics: Pick<Metrics, 'storeFailed'>): OnReport {
  return (report) => {
    switch (report.type) {
      case 'outage':
        metrics.storeFailed(report.of);
        return logger.error({ of: report.of, error: report.error }, 'store does not answer');
      case 'recovered':
        return logger.info({ of: report.of, seconds: report.seconds }, 'store answers again');
      case 'listen-lost':
        return logger.warn(
          { error: report.error },
          'changes are found by polling: LISTEN was lost',
        );
      case 'listening':
        return logger.info('changes are noticed at once again');
      case 'secrets-in-clear':
        return logger.warn(
          { destination: report.destinationId, members: report.members },
          'secrets are stored as they are: set secrets.keys to seal them',
        );
      case 'reservations-swept':
        return logger.info(
          { count: report.count },
          'credits reserved by dead processes were freed',
        );
      case 'background-failed':
        metrics.storeFailed('background');
        return logger.error(
          { task: report.task, error: report.error },
          'work between requests failed',
        );
    }
  };
}
