import type { Command } from 'commander';
import { startRecorder, type RunningRecorder } from '../start-recorder.ts';
import { readRecordOptions, type RecordOptions } from './record-options.ts';
import type { RecorderEvent } from '@model-gateway/fixtures';
import { recordingLine } from './recording-line.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS } from './drain-until-again.ts';
import type { Io, TextOutput } from './io.ts';

/** Records a gateway until a signal stops it. */
export async function recordCommand(command: Command, io: Io): Promise<number> {
  const { stdout, stderr } = io;
  const options = readRecordOptions(command);
  const { quiet, ...recorderOptions } = options;
  // Only here, because it takes a YAML parser.
  const { RecordingTally } = await import('./recording-tally.ts');
  const tally = new RecordingTally();
  const print = linePrinter(io);
  const recorder = await startRecorder({
    ...recorderOptions,
    onEvent(event) {
      if (event.kind === 'recorded') tally.kept(event.change, event.removed);
      else if (event.kind === 'skipped') tally.leftOut(event.because);
      else {
        tally.failed();
        reportFailure(event.error, stderr);
      }
      if (!quiet) print(event);
    },
  });
  const stopped = io.stopSignal();
  // After that, because a signal may follow the text at once.
  if (!quiet) stdout.write(recordingBlock(options, recorder));
  await stopped;
  // Exchanges that could not be stored were reported at once.
  const close = (drainTimeoutMs: number) => recorder.close({ drainTimeoutMs }).catch(() => {});
  await drainUntilAgain(
    io,
    () => close(DRAIN_TIMEOUT_MS),
    () => close(0),
  );
  if (!quiet) stdout.write(tally.summary());
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
function linePrinter({ stdout, env }: Io): (event: RecorderEvent) => void {
  // Any text but '' prints without colours: https://no-color.org.
  const isColoured = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  return (event) => {
    if (stdout.writableLength > MOST_UNREAD_BYTES) return;
    stdout.write(recordingLine(event, { at: new Date(), isColoured }));
  };
}

const MOST_UNREAD_BYTES = 1024 * 1024;

function reportFailure(error: unknown, stderr: TextOutput): void {
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`model-gateway-mock: could not record an exchange: ${message}\n`);
}
