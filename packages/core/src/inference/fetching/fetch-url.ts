import { ByteCollector } from '../../bytes/collect-bytes.ts';
import type { Clock } from '../../ports/clock.ts';
import { isEgressError, type EgressError, type HttpClient } from '../../ports/http-client.ts';
import { abortable } from '../../ports/wait.ts';

/** Source: contract §4.9. */
const LONGEST_MS = 10_000;
const MOST_REDIRECTS = 3;

const MIB = 1024 * 1024;

/** What fetching for a client takes. */
export interface FetchContext {
  readonly clock: Clock;
  /** The guarded HTTP client; without one only data URLs are accepted. */
  readonly http: HttpClient | undefined;
  /** Aborts when the client leaves or the budget is used up. */
  readonly signal: AbortSignal;
}

/** What is asked for. */
export interface Wanted {
  readonly url: string;
  /** The media types, as a header. */
  readonly accept: string;
  readonly mostBytes: number;
}

/** What lies behind a URL. */
export interface Fetched {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/**
 * Fetches what a URL of a client names, or returns what is wrong, as the end of a sentence that never
 * reveals what an address answered; `onRefused` learns the true reason. Source: contract §4.9.
 */
export async function fetchUrl(
  wanted: Wanted,
  { clock, http, signal }: FetchContext,
  onRefused: (reason: EgressError['reason']) => void,
): Promise<Fetched | string> {
  if (http === undefined) return 'must be a data URL; this gateway does not fetch URLs';
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const stop = clock.after(LONGEST_MS, () => controller.abort(new TooSlow()), 'limit');
  try {
    return await abortable(download(http, wanted, controller.signal), controller.signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TooSlow) return `took longer than ${LONGEST_MS / 1000} s`;
    if (!isEgressError(error)) throw error;
    onRefused(error.reason);
    return sentenceOf(error.reason);
  } finally {
    stop();
    signal.removeEventListener('abort', leave);
    controller.abort(new Error('the download is over'));
  }
}

class TooSlow extends Error {}

async function download(
  http: HttpClient,
  { url, accept, mostBytes }: Wanted,
  signal: AbortSignal,
): Promise<Fetched | string> {
  const { status, headers, body } = await http({
    url,
    method: 'GET',
    headers: { accept },
    signal,
    maxRedirects: MOST_REDIRECTS,
  });
  const collector = new ByteCollector(mostBytes, undefined);
  let length = 0;
  // Also for other statuses: leaving the loop closes the connection.
  for await (const chunk of body) {
    if (status !== 200) break;
    length += chunk.byteLength;
    if (length > mostBytes) return `must be at most ${mostBytes / MIB} MiB`;
    collector.push(chunk);
  }
  if (status !== 200) return 'could not be fetched: it must answer with status 200';
  return { bytes: collector.bytes(), contentType: headers['content-type'] };
}

/** The same for a forbidden address and for none: clients must not learn which names exist here. */
function sentenceOf(reason: EgressError['reason']): string {
  switch (reason) {
    case 'redirects':
      return `must redirect at most ${MOST_REDIRECTS} times`;
    case 'invalid':
      return 'must be a valid http(s) URL';
    default:
      return 'could not be fetched: it must be at a public address that answers';
  }
}
