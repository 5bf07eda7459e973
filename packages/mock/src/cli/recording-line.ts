import type { RecorderEvent, RecordingChange } from '@model-gateway/fixtures';
import { counted } from '../counted.ts';
import { logLine } from './log-line.ts';

/**
 * Returns a line for an exchange that is over, with its file and the number of values that were
 * taken out: `12:00:01.123  200  POST /images  31 ms  new in createImage.gw.yaml  3 values taken
 * out`.
 */
export function recordingLine(
  event: RecorderEvent,
  given: { readonly at: Date; readonly isColoured: boolean },
): string {
  const { method, path, status, ms } = event;
  const target = `${method} ${path}`.slice(0, LONGEST_TARGET).padEnd(WIDTH);
  return logLine({ ...given, status }, [target, `${Math.round(ms)} ms`, ...said(event)].join('  '));
}

const LONGEST_TARGET = 200;
/** The length of the most common targets. */
const WIDTH = 'POST /images'.length;

function said(event: RecorderEvent): readonly string[] {
  if (event.kind === 'skipped') return [`left out: ${event.because}`];
  if (event.kind === 'failed') return ['could not be kept'];
  const { change, file, removed } = event;
  const count = Object.values(removed).reduce((sum, each) => sum + each, 0);
  return [
    file === undefined ? CHANGES[change] : `${CHANGES[change]} in ${file}`,
    ...(count === 0 ? [] : [`${counted(count, 'value')} taken out`]),
  ];
}

const CHANGES: Readonly<Record<RecordingChange, string>> = {
  added: 'new',
  changed: 'changed',
  unchanged: 'as before',
  curated: 'answered',
};
