import { encodeBase64 } from '../../bytes/base64.ts';
import { LongText } from '../../bytes/long-text.ts';
import { invalidRequest, type RequestIssue } from '../../errors.ts';
import { fetchUrl, type Fetched, type FetchContext } from '../../inference/fetching/fetch-url.ts';
import { mediaSource } from '../../inference/media-source.ts';
import { FETCHED_IMAGES, latin1, sniffImage } from '../../inference/fetching/sniff-image.ts';
import type { ChatEndpoint, ChatJob } from '../../ports/chat-provider.ts';
import type { Block, ChatMessage, MediaBlock } from '../../ports/conversation.ts';
import type { RefusedReference } from '../../ports/request-record.ts';
import { LARGEST_REFERENCE_BYTES } from '../../resources/reference-url.ts';

/** Source: contract §12.11. */
const MOST_URLS = 100;
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_AT_ONCE = 4;

type Media = Block & MediaBlock;
type Fetches = Pick<ChatEndpoint, 'fetches'>;
type OnRefused = (path: string, egress: RefusedReference['egress']) => void;

/** What can be fetched, and what a server is asked for. */
const ACCEPT: Readonly<Partial<Record<MediaBlock['kind'], string>>> = {
  image: [...FETCHED_IMAGES].join(', '),
  file: 'application/pdf, text/*',
};

/** Whether the gateway can fetch media of a kind. */
export function isFetchable(kind: MediaBlock['kind']): boolean {
  return ACCEPT[kind] !== undefined;
}

/** Whether a block lies behind a URL that an endpoint does not fetch. */
export function isToBeFetched(block: Block, endpoint: Fetches): block is Media {
  return (
    block.type === 'media' && block.source.kind === 'url' && endpoint.fetches?.(block) === false
  );
}

/**
 * The media of one conversation that endpoints do not fetch by themselves, each fetched once, before
 * the first attempt that needs it. Source: contract §12.11.
 */
export class FetchedMedia {
  readonly #onRefused: OnRefused;
  readonly #found = new Map<string, Pick<MediaBlock, 'mediaType' | 'source'>>();
  #bytes = 0;

  constructor(onRefused: OnRefused) {
    this.#onRefused = onRefused;
  }

  /**
   * Fetches what an endpoint needs, unless it is there. Rejects with a 400 that names the parts that
   * could not be fetched.
   */
  load(job: ChatJob, endpoint: Fetches, context: FetchContext): Promise<void> | undefined {
    const missing = new Map<string, Media>();
    for (const block of toBeFetchedIn(job, endpoint)) {
      if (!this.#found.has(keyOf(block))) missing.set(keyOf(block), block);
    }
    return missing.size === 0 ? undefined : this.#fetchAll([...missing.values()], context);
  }

  /** Returns the job with data in place of URLs that the endpoint does not fetch. */
  within(job: ChatJob, endpoint: Fetches): ChatJob {
    if (this.#found.size === 0) return job;
    const filled = (block: Block): Block => {
      if (block.type === 'result') return { ...block, blocks: block.blocks.map(filled) };
      return isToBeFetched(block, endpoint)
        ? { ...block, ...this.#found.get(keyOf(block)) }
        : block;
    };
    const messages = job.request.messages.map((message): ChatMessage => ({
      ...message,
      blocks: message.blocks.map(filled),
    }));
    return { ...job, request: { ...job.request, messages } };
  }

  async #fetchAll(media: readonly Media[], context: FetchContext): Promise<void> {
    const [first] = media;
    if (first !== undefined && media.length > MOST_URLS) {
      const sentence = `is one of ${media.length} URLs to be fetched, of which a request may have ${MOST_URLS}`;
      throw invalidRequest([issueOf(first, sentence)]);
    }
    const issues: RequestIssue[] = [];
    const queue = media.values();
    const work = async () => {
      for (const block of queue) {
        const problem = await this.#fetch(block, context);
        if (problem !== undefined) issues.push(issueOf(block, problem));
        if (issues.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
    if (issues.length > 0) throw invalidRequest(issues);
  }

  /** Returns what is wrong, as the end of a sentence. */
  async #fetch(block: Media, context: FetchContext): Promise<string | undefined> {
    const { kind, source } = block;
    const wanted = {
      url: source.value,
      accept: ACCEPT[kind] ?? '',
      mostBytes: LARGEST_REFERENCE_BYTES,
    };
    const fetched = await fetchUrl(wanted, context, (reason) =>
      this.#onRefused(pathOf(block), reason),
    );
    if (typeof fetched === 'string') return fetched;
    this.#bytes += fetched.bytes.byteLength;
    if (this.#bytes > MOST_BYTES)
      return 'must have at most 32 MiB with all other URLs to be fetched';
    const mediaType = kind === 'image' ? imageTypeOf(fetched) : documentTypeOf(fetched);
    if (mediaType === undefined) {
      return kind === 'image'
        ? 'must be a png, jpeg, webp or gif image'
        : 'must be a PDF or a text';
    }
    const data = new LongText([...encodeBase64(fetched.bytes)]);
    this.#found.set(keyOf(block), { mediaType, source: mediaSource('base64', data) });
    return undefined;
  }
}

function* toBeFetchedIn({ request }: ChatJob, endpoint: Fetches): Generator<Media, void> {
  if (endpoint.fetches === undefined) return;
  for (const { blocks } of request.messages) {
    for (const block of blocks) {
      for (const inner of block.type === 'result' ? block.blocks : [block]) {
        if (isToBeFetched(inner, endpoint)) yield inner;
      }
    }
  }
}

function keyOf({ kind, source }: Media): string {
  return `${kind} ${source.value}`;
}

function pathOf({ at = 'messages' }: Media): string {
  return at;
}

function issueOf(block: Media, sentence: string): RequestIssue {
  const path = pathOf(block);
  return { path, message: `${path} ${sentence}` };
}

function imageTypeOf({ bytes }: Fetched): string | undefined {
  const type = sniffImage(bytes);
  return type !== undefined && FETCHED_IMAGES.has(type) ? type : undefined;
}

function documentTypeOf({ bytes, contentType = '' }: Fetched): string | undefined {
  if (latin1(bytes.subarray(0, PDF.length)) === PDF) return 'application/pdf';
  const [type = ''] = contentType.split(';', 1);
  const isText = bytes.byteLength > 0 && /^text\/[\w.+-]+$/i.test(type.trim());
  return isText ? type.trim().toLowerCase() : undefined;
}

const PDF = '%PDF-';
