import { invalidRequest, type RequestIssue } from '../errors.ts';
import { decodeBase64 } from '../bytes/base64.ts';
import { fetchUrl, type FetchContext } from '../inference/fetching/fetch-url.ts';
import { FETCHED_IMAGES, sniffImage } from '../inference/fetching/sniff-image.ts';
import type { EgressError } from '../ports/http-client.ts';
import type { ReferenceImage } from '../ports/image-provider.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import { base64In, isDataUrl, LARGEST_REFERENCE_BYTES } from '../resources/reference-url.ts';

const ACCEPT = [...FETCHED_IMAGES].join(', ');

export interface ReferenceContext extends FetchContext {
  /** Called with the true reason of a URL that could not be fetched, which clients do not learn. */
  readonly onRefused?: ((path: string, reason: EgressError['reason']) => void) | undefined;
}

/**
 * Loads a request's reference images, in order. Throws a 400 that names the index of each refused
 * image. Source: contract §4, §4.9.
 */
export async function loadReferences(
  references: ImageRequest['input_references'],
  context: ReferenceContext,
): Promise<readonly ReferenceImage[]> {
  const loaded = await Promise.all(
    (references ?? []).map(async ({ image_url: { url } }, index) => {
      const path = `input_references[${index}].image_url.url`;
      const reading = isDataUrl(url) ? fromDataUrl(url) : await fromWeb(url, path, context);
      return typeof reading === 'string' ? { path, message: `${path} ${reading}` } : reading;
    }),
  );
  const issues = loaded.filter((entry): entry is RequestIssue => 'message' in entry);
  if (issues.length > 0) throw invalidRequest(issues);
  return loaded.filter((entry): entry is ReferenceImage => 'bytes' in entry);
}

/** The request was checked; only the kind of image is still unknown. */
function fromDataUrl(url: string): ReferenceImage | string {
  const bytes = decodeBase64(new TextEncoder().encode(base64In(url)));
  return bytes === undefined ? 'contains invalid base64' : checked(bytes);
}

async function fromWeb(
  url: string,
  path: string,
  { onRefused, ...context }: ReferenceContext,
): Promise<ReferenceImage | string> {
  const wanted = { url, accept: ACCEPT, mostBytes: LARGEST_REFERENCE_BYTES };
  const fetched = await fetchUrl(wanted, context, (reason) => onRefused?.(path, reason));
  return typeof fetched === 'string' ? fetched : checked(fetched.bytes);
}

function checked(bytes: Uint8Array): ReferenceImage | string {
  const mediaType = sniffImage(bytes);
  return mediaType !== undefined && FETCHED_IMAGES.has(mediaType)
    ? { bytes, mediaType }
    : 'must be a png, jpeg, webp or gif image';
}
