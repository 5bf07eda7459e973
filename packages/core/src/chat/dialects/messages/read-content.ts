import type { RequestIssue } from '../../../errors.ts';
import { mediaSource, textOrLong } from '../../../inference/media-source.ts';
import { isAddress, mediaOf } from '../../../inference/media-url.ts';
import { quoteValue } from '../../../input/quote.ts';
import { isJsonObject, type JsonObject } from '../../../json-value.ts';
import type { Block, ForeignBlock, MediaBlock, Sealed } from '../../../ports/conversation.ts';
import { readCacheMark } from '../cache-mark.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, textIn, wordSet } from '../members.ts';
import { readThinking, type SealOfCall } from './read-thinking.ts';

interface ReadContent {
  readonly blocks: readonly Block[];
  readonly issues: readonly RequestIssue[];
  /** Whether reasoning was left out that nobody could read. */
  readonly hasDropped: boolean;
}

/**
 * Reads the content of a turn or of a result, which has passed its schema. Empty text is left out:
 * it says nothing, and some providers refuse it.
 */
export function readContent(content: unknown, path: string): ReadContent {
  if (typeof content === 'string') {
    const blocks = content === '' ? [] : [{ type: 'text', text: content } as const];
    return { blocks, issues: [], hasDropped: false };
  }
  const blocks: Block[] = [];
  const issues: RequestIssue[] = [];
  const seals = new Map<string, Sealed>();
  let hasDropped = false;
  const pieces: readonly unknown[] = Array.isArray(content) ? content : [];
  for (const [position, piece] of pieces.entries()) {
    if (!isJsonObject(piece)) continue;
    const read = readBlock(given(piece), `${path}[${position}]`);
    if (read === undefined) hasDropped = true;
    else if ('issues' in read) issues.push(...read.issues);
    else if ('callId' in read) seals.set(read.callId, read.sealed);
    else if (read.type !== 'text' || read.text !== '') blocks.push(read);
  }
  return { blocks: blocks.map((block) => withSeal(block, seals)), issues, hasDropped };
}

function withSeal(block: Block, seals: ReadonlyMap<string, Sealed>): Block {
  const sealed = block.type === 'call' ? seals.get(block.id) : undefined;
  return sealed === undefined ? block : { ...block, sealed };
}

type ReadBlock = Block | SealOfCall | { readonly issues: readonly RequestIssue[] } | undefined;

/** Undefined for reasoning that nobody could read. */
function readBlock(block: JsonObject, path: string): ReadBlock {
  const { type, cache_control: mark } = block;
  const cache = given({ cache: readCacheMark(mark) });
  switch (type) {
    case 'text':
      return { type, text: String(block['text']), ...cache, ...extrasOf(cited(block), OF_TEXT) };
    case 'image':
    case 'document':
      return readMedia(type, block, path, cache);
    case 'tool_use':
      return {
        type: 'call',
        id: String(block['id']),
        name: String(block['name']),
        input: JSON.stringify(block['input']),
        by: 'client',
        ...cache,
      };
    case 'tool_result': {
      const { blocks, issues } = readContent(block['content'], `${path}.content`);
      if (issues.length > 0) return { issues };
      const isError = block['is_error'] === true;
      return { type: 'result', id: String(block['tool_use_id']), isError, blocks, ...cache };
    }
    case 'thinking':
    case 'redacted_thinking':
      return readThinking(block);
    default:
      return foreign(block, path);
  }
}

const OF_TEXT = wordSet('type text cache_control');
const OF_DOCUMENT = wordSet('type source title cache_control');

function readMedia(
  type: 'image' | 'document',
  block: JsonObject,
  path: string,
  cache: Pick<Block, 'cache'>,
): ReadBlock {
  // The schema demands one.
  const source = block['source'] as JsonObject;
  const kind = type === 'image' ? 'image' : 'file';
  const common = {
    type: 'media',
    kind,
    at: path,
    ...given({ name: textIn(block, 'title') }),
    ...cache,
    ...(type === 'document' && extrasOf(block, OF_DOCUMENT)),
  } as const;
  const { type: place } = source;
  const url = textOrLong(source['url']) ?? '';
  if (place === 'url' && !isAddress(url)) {
    const sentence = `must be an HTTP(S) URL or a data URL, got ${quoteValue(url.toString())}`;
    return { issues: [issue(`${path}.source.url`, sentence)] };
  }
  const read = sourceOf(kind, source);
  if (read !== undefined) return { ...common, ...read };
  if (place === 'file') {
    const sentence = 'names a stored file, which this gateway has none of';
    return { issues: [issue(`${path}.source`, sentence)] };
  }
  // A document made of a text says the same as that text; one made of blocks has its own rules.
  const { content } = source;
  if (typeof content !== 'string') return foreign(block, path);
  return { ...common, mediaType: 'text/plain', source: { kind: 'text', value: content } };
}

/** Reads where media lie; undefined for places of other types. */
function sourceOf(
  kind: MediaBlock['kind'],
  source: JsonObject,
): Pick<MediaBlock, 'mediaType' | 'source'> | undefined {
  switch (source['type']) {
    case 'base64': {
      const mediaType = String(source['media_type']).toLowerCase();
      return { mediaType, source: mediaSource('base64', textOrLong(source['data']) ?? '') };
    }
    case 'url':
      return mediaOf(kind, textOrLong(source['url']) ?? '');
    case 'text': {
      // Of an image nothing has judged it.
      const data = textOrLong(source['data']);
      if (data === undefined) return undefined;
      return { mediaType: 'text/plain', source: mediaSource('text', data) };
    }
    default:
      return undefined;
  }
}

function foreign(value: JsonObject, at: string): ForeignBlock {
  return { type: 'foreign', wire: 'anthropic-messages', value, at };
}

/** Returns a block of text without the empty list of citations that an answer of ours has. */
function cited(block: JsonObject): JsonObject {
  const { citations, ...rest } = block;
  return Array.isArray(citations) && citations.length === 0 ? rest : block;
}
