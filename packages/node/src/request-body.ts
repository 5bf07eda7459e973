import type { IncomingMessage } from 'node:http';
import { ByteCollector, concatenate, type RequestBody } from '@model-gateway/core/http';
import { endOfTurn } from './end-of-turn.ts';
import { OwnPieces } from './own-pieces.ts';
import { readBody } from './read-body.ts';
import { streamBody } from './stream-body.ts';
import { wasRead, type Leave } from './unread-request.ts';

/** How a body is read. */
export interface ReadingOptions {
  /** Whether a body is there as soon as it was read, instead of at the end of that turn. */
  readonly isAtOnce?: boolean | undefined;
  /** Whether the code of the host keeps none of the bytes that come. */
  readonly mayFree?: boolean | undefined;
}

/**
 * Returns the body of a request on which a parser of the host may have left `parsed`. Unless `isAtOnce`,
 * who reads it has it at the end of the turn that brought the rest of it: requests that came together
 * then take each step together, as far as they can (see `endOfTurn`). With `mayFree` its memory can be
 * freed.
 */
export function requestBody(
  req: IncomingMessage,
  parsed: unknown,
  leave: Leave,
  { isAtOnce = false, mayFree = false }: ReadingOptions = {},
): RequestBody {
  // From the raw headers: a parser may have removed these from `headers` together with the body.
  const length = rawHeader(req, 'content-length');
  const isChunked = rawHeader(req, 'transfer-encoding') !== undefined;
  if (!isChunked && (length === undefined || length === '0')) return { kind: 'none' };
  if (wasLeftAlone(req, parsed)) {
    const own = mayFree ? new OwnPieces(req) : undefined;
    const readPieces = async (limitBytes: number) => {
      const pieces = await readBody(req, limitBytes, length, leave, own);
      if (!isAtOnce) await endOfTurn();
      return pieces;
    };
    return {
      kind: 'bytes',
      read: async (limitBytes) => concatenate(await readPieces(limitBytes)),
      readPieces,
      free: own && (() => own.free()),
      stream: (limitBytes) => streamBody(req, limitBytes, length, leave),
    };
  }
  // Raw and text parsers leave bytes or text, which still have to be parsed.
  const bytes = typeof parsed === 'string' ? new TextEncoder().encode(parsed) : parsed;
  if (!(bytes instanceof Uint8Array)) return { kind: 'parsed', value: parsed };
  return {
    kind: 'bytes',
    read: async (limitBytes) => {
      const collector = new ByteCollector(limitBytes, undefined);
      collector.push(bytes);
      return collector.bytes();
    },
  };
}

/**
 * Whether a parser of the host decompressed the body that it left as `parsed`: bytes of the announced
 * length are as they came, unless they lack the mark that gzip begins with.
 */
export function wasDecompressed(req: IncomingMessage, parsed: unknown): boolean {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || wasLeftAlone(req, parsed)) return false;
  if (!(parsed instanceof Uint8Array)) return true;
  if (String(parsed.length) !== rawHeader(req, 'content-length')) return true;
  // A short body may have one length with and without compression.
  return encoding.toLowerCase() === 'gzip' && !(parsed[0] === 0x1f && parsed[1] === 0x8b);
}

/** Returns a raw header, one that node:http allows only once. */
function rawHeader({ rawHeaders }: IncomingMessage, wanted: string): string | undefined {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[i + 1];
  }
  return undefined;
}

/** The parsers of Express 4 and koa-bodyparser leave `{}` for content types they do not parse. */
function wasLeftAlone(req: IncomingMessage, parsed: unknown): boolean {
  if (parsed === undefined) return true;
  if (typeof parsed !== 'object' || parsed === null || wasRead(req)) return false;
  return Object.getPrototypeOf(parsed) === Object.prototype && Object.keys(parsed).length === 0;
}
