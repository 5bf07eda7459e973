import type { Command } from 'commander';
import { startRecorder, type RunningRecorder } from '../start-recorder.ts';
import { readRecordOptions, type RecordOptions } from './record-options.ts';
import type { RecorderEvent } from '@model-gateway/fixtures';
import { recordingLine } from './recording-line.ts';
import type { LineOutput } from './request-lines.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS, stopSignal } from './stop-signal.ts';

/** Records a gateway until a signal stops it. */
export async function recordCommand(command: Command): Promise<number> {
  const options = readRecordOptions(command);
  const { quiet } = options;
  // Only here, because it takes a YAML parser.
  const { RecordingTally } = await import('./recording-tally.ts');
  const tally = new RecordingTally();
  const print = linePrinter(process.stdout);
  const recorder = await startRecorder({
    ...options,
    onEvent(event) {
      if (event.kind === 'recorded') tally.kept(event.change, event.removed);
      else if (event.kind === 'skipped') tally.leftOut(event.because);
      else {
        tally.failed();
        reportFailure(event.error);
      }
      if (!quiet) print(event);
    },
  });
  if (!quiet) process.stdout.write(recordingBlock(options, recorder));
  await stopSignal();
  // Exchanges that could not be stored were reported at once.
  const close = (drainTimeoutMs: number) => recorder.close({ drainTimeoutMs }).catch(() => {});
  await drainUntilAgain(
    () => close(DRAIN_TIMEOUT_MS),
    () => close(0),
  );
  if (!quiet) process.stdout.write(tally.summary());
  return tally.hasFailed ? 1 : 0;
}

function recordingBlock(
  { out, keepPrompts }: RecordOptions,
  { url, baseURL, upstream }: RunningRecorder,
): string {
  return `
  Recording ${upstream} at ${url}

  base URL   ${baseURL}
  into       ${out}
  prompts    ${keepPrompts ? 'kept' : 'replaced'}

  Ctrl-C stops it.

`;
}

/** Prints a line per exchange, and none while the reader of the output is far behind. */
function linePrinter(output: LineOutput): (event: RecorderEvent) => void {
  // Any text but '' prints without colours: https://no-color.org.
  const isColoured = output.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
  return (event) => {
    if (output.writableLength > MOST_UNREAD_BYTES) return;
    output.write(recordingLine(event, { at: new Date(), isColoured }));
  };
}

const MOST_UNREAD_BYTES = 1024 * 1024;

function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`model-gateway-mock: could not record an exchange: ${message}\n`);
}
