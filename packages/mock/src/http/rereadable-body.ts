import type { GatewayRequest, RequestBody } from '@model-gateway/core/http';
import { ChangedRequest } from './changed-request.ts';
import type { UnderWay } from './under-way.ts';

/**
 * The gateway's own limit. A body can be read once, so the limit of the first reader holds for all.
 */
export const MOST_BODY_BYTES = 32 * 1024 * 1024;

/** A body that was looked at. */
export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Parsed by the host; `size` is 0 where that is not known. */
  | { readonly kind: 'value'; readonly value: unknown; readonly size: number };

/** The record that a body is written to. */
interface BodyRecord {
  bodyCame(body: ReadBody): void;
  /** Calls `listener` once there is nothing more to do for the request. */
  whenOver(listener: () => void): void;
}

/**
 * Returns the request with a body that can be read more than once: by a rule that matches on it, by
 * the journal, and by the gateway. `record` gets the body once it is read. Its signal aborts also
 * when the tenant is disposed, so that no work continues after that.
 */
export function withRereadableBody(
  request: GatewayRequest,
  record: BodyRecord,
  underWay: UnderWay,
): GatewayRequest {
  let body: RequestBody | undefined;
  let signal: AbortSignal | undefined;
  return new ChangedRequest(request, {
    body: () => (body ??= rereadable(request, record)),
    signal: () => (signal ??= followed(request, record, underWay)),
  });
}

function followed(request: GatewayRequest, record: BodyRecord, underWay: UnderWay): AbortSignal {
  const { signal, end } = underWay.follow(request.signal);
  record.whenOver(end);
  return signal;
}

/** Reads the body to its end, if there is one to be read. */
export async function readBody({ body }: GatewayRequest): Promise<void> {
  if (body.kind === 'bytes') await body.read(MOST_BODY_BYTES);
}

function rereadable({ body, headers }: GatewayRequest, record: BodyRecord): RequestBody {
  if (body.kind !== 'bytes') {
    const size = Number(headers['content-length'] ?? 0);
    record.bodyCame(body.kind === 'none' ? body : { kind: 'value', value: body.value, size });
    return body;
  }
  let reading: Promise<Uint8Array> | undefined;
  const read = async (limitBytes: number) => {
    const bytes = await body.read(limitBytes);
    record.bodyCame({ kind: 'bytes', bytes });
    return bytes;
  };
  return { kind: 'bytes', read: (limitBytes) => (reading ??= read(limitBytes)) };
}
