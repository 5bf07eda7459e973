import type { AttemptContext, IncomingResponse } from '@model-gateway/core';
import { watch } from './body.ts';
import type { ReadChunks } from './chunk-memory.ts';
import { fieldsOf } from './fields.ts';
import { parseCut, PayloadCutter } from './payload-json.ts';
import type { JsonAnswer } from './provider-request.ts';

/**
 * Reads an answer as JSON. Texts of members of the name `payloadKey`, which are base64, are cut out of
 * it as they arrive and stand beside it. Throws `malformed` for what is not JSON, or too large.
 */
export async function readCut(
  { status, headers, body }: IncomingResponse,
  context: AttemptContext,
  limits: {
    readonly payloadKey: string;
    readonly maxAnswerBytes: number;
    /** Gets the chunks that the reader may free. */
    readonly chunks?: ReadChunks;
  },
): Promise<JsonAnswer> {
  const cutter = new PayloadCutter(limits.payloadKey);
  const own = body.isReadersOwn === true ? limits.chunks : undefined;
  for await (const chunk of watch(body, context, limits.maxAnswerBytes)) {
    cutter.push(chunk);
    own?.add(chunk);
  }
  const cut = cutter.take();
  return { fields: fieldsOf(parseCut(cut)), payloads: cut.payloads, status, headers };
}
