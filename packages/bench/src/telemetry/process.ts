/**
 * The forwarder alone, in a process of its own so that its time and memory can be told from others.
 * Takes one job over the channel. Needs --expose-gc.
 */
import { measureLookUp } from './look-up.ts';
import { measureMemory } from './silent-memory.ts';
import { soak } from './soak.ts';
import { measureRate } from './sustained-rate.ts';
import type { TelemetryAnswer, TelemetryJob } from './telemetry-job.ts';

process.on(
  'message',
  (job: TelemetryJob) => void run(job).then((answer) => process.send?.(answer)),
);
process.on('disconnect', () => process.exit());
console.log('READY');

async function run(job: TelemetryJob): Promise<TelemetryAnswer> {
  try {
    return { result: await measure(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function measure(job: TelemetryJob) {
  switch (job.kind) {
    case 'look-up':
      return measureLookUp();
    case 'rate':
      return measureRate(job.collectorPort, job.seconds);
    case 'memory':
      return measureMemory(job.records);
    case 'soak':
      return soak(job.minutes);
  }
}
