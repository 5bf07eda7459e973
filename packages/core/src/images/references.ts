import { invalidRequest, type RequestIssue } from '../errors.ts';
import { decodeBase64 } from '../bytes/base64.ts';
import { ByteCollector } from '../bytes/collect-bytes.ts';
import type { Clock } from '../ports/clock.ts';
import { isEgressError, type EgressError, type HttpClient } from '../ports/http-client.ts';
import type { ReferenceImage } from '../ports/image-provider.ts';
import { abortable } from '../ports/wait.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import { base64In, isDataUrl, LARGEST_REFERENCE_BYTES } from '../resources/reference-url.ts';
import { sniffImage } from './media-type.ts';

/** Source: contract §4.9. */
const LONGEST_MS = 10_000;
const MOST_REDIRECTS = 3;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

export interface ReferenceContext {
  readonly clock: Clock;
  /** The guarded HTTP client; without one only data URLs are accepted. */
  readonly http: HttpClient | undefined;
  readonly signal: AbortSignal;
  /** Called with the true reason of a URL that could not be fetched, which clients do not learn. */
  readonly onRefused?: ((index: number, reason: EgressError['reason']) => void) | undefined;
}

/**
 * Loads a request's reference images, in order. Throws a 400 that names the index of each refused
 * image; its text never reveals what an address answered. Source: contract §4, §4.9.
 */
export async function loadReferences(
  references: ImageRequest['input_references'],
  context: ReferenceContext,
): Promise<readonly ReferenceImage[]> {
  const loaded = await Promise.all(
    (references ?? []).map(async ({ image_url: { url } }, index) => {
      const reading = isDataUrl(url) ? fromDataUrl(url) : await fromWeb(url, index, context);
      return typeof reading === 'string' ? issueOf(index, reading) : reading;
    }),
  );
  const issues = loaded.filter((entry): entry is RequestIssue => 'message' in entry);
  if (issues.length > 0) throw invalidRequest(issues);
  return loaded.filter((entry): entry is ReferenceImage => 'bytes' in entry);
}

function issueOf(index: number, sentence: string): RequestIssue {
  const path = `input_references[${index}].image_url.url`;
  return { path, message: `${path} ${sentence}` };
}

/** The request was checked; only the kind of image is still unknown. */
function fromDataUrl(url: string): ReferenceImage | string {
  const bytes = decodeBase64(new TextEncoder().encode(base64In(url)));
  return bytes === undefined ? 'contains invalid base64' : checked(bytes);
}

async function fromWeb(
  url: string,
  index: number,
  { clock, http, signal, onRefused }: ReferenceContext,
): Promise<ReferenceImage | string> {
  if (http === undefined) return 'must be a data URL; this gateway does not fetch URLs';
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const stop = clock.after(LONGEST_MS, () => controller.abort(new TooSlow()), 'limit');
  try {
    return await abortable(download(http, url, controller.signal), controller.signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TooSlow) return `took longer than ${LONGEST_MS / 1000} s`;
    if (!isEgressError(error)) throw error;
    onRefused?.(index, error.reason);
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
  url: string,
  signal: AbortSignal,
): Promise<ReferenceImage | string> {
  const response = await http({
    url,
    method: 'GET',
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
    signal,
    maxRedirects: MOST_REDIRECTS,
  });
  const collector = new ByteCollector(LARGEST_REFERENCE_BYTES, undefined);
  let length = 0;
  // Also for other statuses: leaving the loop closes the connection.
  for await (const chunk of response.body) {
    if (response.status !== 200) break;
    length += chunk.byteLength;
    if (length > LARGEST_REFERENCE_BYTES) return 'must be at most 20 MiB';
    collector.push(chunk);
  }
  if (response.status !== 200) return 'could not be fetched: it must answer with status 200';
  return checked(collector.bytes());
}

function checked(bytes: Uint8Array): ReferenceImage | string {
  const mediaType = sniffImage(bytes.subarray(0, 512));
  return mediaType !== undefined && TYPES.has(mediaType)
    ? { bytes, mediaType }
    : 'must be a png, jpeg, webp or gif image';
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
