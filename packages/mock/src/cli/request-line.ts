import { GATEWAY_OPERATIONS, shorten } from '@model-gateway/core/kit';
import { whatToDo } from '../http/nearest-operation.ts';
import { GATEWAY } from '../journal/request-record.ts';
import type { EndedRequest, MadeGeneration } from '../journal/traffic.ts';
import { hintOf } from '../journal/unknown-parts.ts';
import { MAIN } from '../tenant/create-tenant.ts';
import { logLine } from './log-line.ts';

/** The rest of a line, besides the request. */
export interface RequestLineContext {
  readonly basePath: string;
  /** When the request ended, by the clock of the machine. */
  readonly at: Date;
  /** What the gateway made for it, if anything. */
  readonly made: MadeGeneration | undefined;
  readonly isColoured: boolean;
}

/**
 * Returns a line for a request that is over, without its query and body, and without secrets:
 * `12:00:01.123  200  createImage  31 ms  gateway  tenant t1  acme/paint-1 $0.04`. One that nothing
 * handles ends in what to do about it.
 */
export function requestLine(ended: EndedRequest, context: RequestLineContext): string {
  const { record, tenant, redaction } = ended;
  const { at, made, isColoured } = context;
  const { status, durationMs, stream } = record;
  const shownStatus = record.isUnhandled ? NOT_FOUND : status;
  const said = [
    targetOf(ended).padEnd(WIDTH),
    ...(durationMs === undefined ? [] : [`${Math.round(durationMs)} ms`]),
    ...(stream === undefined ? [] : [`${stream.events} events, ${stream.end}`]),
    whoAnswered(ended),
    ...(tenant === MAIN ? [] : [`tenant ${tenant}`]),
    ...(made === undefined ? [] : [`${made.model} $${made.costUsd}`]),
    ...hints(ended, context),
  ];
  const text = redaction.text(said.join('  '));
  return logLine({ at, status: shownStatus, isColoured }, text);
}

/** The response to an unhandled request. */
const NOT_FOUND = 404;
/** The length of most operations' names. */
const WIDTH = 'listDestinations'.length;
const LONGEST_TARGET = 200;

function targetOf({ record: { operation, method, path }, redaction }: EndedRequest): string {
  // Masked before it is cut: half a key does not look like one.
  return shorten(operation ?? redaction.text(`${method} ${path}`), LONGEST_TARGET);
}

function whoAnswered({ record }: EndedRequest): string {
  if (record.isUnhandled) return 'unhandled';
  return record.answeredBy.length === 0 ? GATEWAY : record.answeredBy.join(', ');
}

function hints({ record }: EndedRequest, { basePath }: RequestLineContext): readonly string[] {
  const { operation, method, path } = record;
  const hint =
    operation === undefined
      ? whatToDo(method, path, { basePath, operations: GATEWAY_OPERATIONS }).replace('; ', '')
      : hintOf(record);
  return hint === '' ? [] : [hint];
}
