import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { BODY_CASES } from './body-cases.ts';
import { HEADER_CASES } from './header-cases.ts';
import { HOST_CASES } from './host-cases.ts';
import { LEAVING_CASES } from './leaving-cases.ts';
import { MOUNT_CASES } from './mount-cases.ts';
import { PARSER_CASES } from './parser-cases.ts';
import { RESPONSE_CASES } from './response-cases.ts';
import { STREAM_CASES } from './stream-cases.ts';
import { STREAMED_BODY_CASES } from './streamed-body-cases.ts';
import { WIRE_CASES } from './wire-cases.ts';

/**
 * The behaviour required of every adapter, tested over a real socket with an echo handler in place
 * of the gateway.
 *
 * @example
 * bindSuite(ADAPTER_CASES, { test, create: () => createAdapterSubject(createHost) });
 */
export const ADAPTER_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  ...MOUNT_CASES,
  ...HEADER_CASES,
  ...BODY_CASES,
  ...STREAMED_BODY_CASES,
  ...PARSER_CASES,
  ...HOST_CASES,
  ...RESPONSE_CASES,
  ...WIRE_CASES,
  ...STREAM_CASES,
  ...LEAVING_CASES,
];
