import type { FailureClass } from '@model-gateway/core';
import { json, type FakeReply, type Fault, type Stage } from '@model-gateway/providers/testing';

/** A fault that any provider may have, and how it ends. */
export interface CommonFault {
  readonly what: string;
  readonly stage: Stage;
  readonly fault: Fault;
  readonly times?: number;
  /** Undefined where the job succeeds all the same. */
  readonly failure?: FailureClass;
}

const cutInHalf = (reply: FakeReply): FakeReply => ({
  ...reply,
  body: reply.body.subarray(0, Math.floor(reply.body.byteLength / 2)),
});
const html: FakeReply = {
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!DOCTYPE html><title>Bad gateway</title>'),
};
const empty: FakeReply = { body: new Uint8Array() };
const status = (code: number, headers: Readonly<Record<string, string>> = {}): FakeReply => ({
  ...json({}, code, headers),
});

const AT_THE_WIRE: readonly Omit<CommonFault, 'stage'>[] = [
  { what: 'silence before the answer', fault: 'silence', failure: 'timeout' },
  { what: 'silence in the middle of the answer', fault: 'silence-within', failure: 'timeout' },
];

const ONCE: readonly Omit<CommonFault, 'stage'>[] = [
  ...AT_THE_WIRE,
  { what: 'a reset before the answer', fault: 'reset', failure: 'server' },
  { what: 'an answer that breaks off', fault: 'cut', failure: 'server' },
  { what: 'half an answer', fault: cutInHalf, failure: 'malformed' },
  { what: 'a page in HTML', fault: html, failure: 'malformed' },
  { what: 'an empty answer', fault: empty, failure: 'malformed' },
  { what: 'status 401', fault: status(401), failure: 'credential' },
  { what: 'status 402', fault: status(402), failure: 'credential' },
  { what: 'status 404', fault: status(404), failure: 'model' },
  { what: 'status 413', fault: status(413), failure: 'too-large' },
  { what: 'status 429', fault: status(429, { 'retry-after': '7' }), failure: 'rate-limited' },
  { what: 'status 500', fault: status(500), failure: 'server' },
  { what: 'status 503', fault: status(503, { 'retry-after': '7' }), failure: 'overloaded' },
  {
    what: 'a redirect to another host',
    fault: { ...empty, status: 302, headers: { location: 'https://attacker.example/' } },
    failure: 'server',
  },
];

/** Reading a result is free, so faults in passing are waited out. */
const PASSING: readonly Omit<CommonFault, 'stage'>[] = [
  ...AT_THE_WIRE,
  { what: 'three times status 500', fault: status(500), times: 3 },
  { what: 'four times status 500', fault: status(500), times: 4, failure: 'server' },
  { what: 'three resets', fault: 'reset', times: 3 },
  { what: 'three answers that break off', fault: 'cut', times: 3 },
  { what: 'half an answer, three times', fault: cutInHalf, times: 3 },
  { what: 'half an answer, again and again', fault: cutInHalf, times: 4, failure: 'malformed' },
  { what: 'a page in HTML, again and again', fault: html, times: 4, failure: 'malformed' },
];

/** Returns the faults of a stage, and how each ends. */
export function commonFaults(stage: Stage): readonly CommonFault[] {
  const of = (list: readonly Omit<CommonFault, 'stage'>[]) =>
    list.map((fault) => ({ ...fault, stage }));
  switch (stage) {
    case 'submit':
      return of(ONCE);
    case 'poll':
    case 'result':
      return of([
        ...PASSING,
        { what: 'status 401', fault: status(401), failure: 'credential' },
        { what: 'three times status 429', fault: status(429), times: 3 },
      ]);
    case 'download':
      return of([
        ...PASSING,
        { what: 'status 403', fault: status(403), times: 4, failure: 'server' },
        { what: 'status 404', fault: status(404), times: 4, failure: 'server' },
      ]);
    case 'cancel':
      return [];
  }
}
