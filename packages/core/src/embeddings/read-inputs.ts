import { isAddress, mediaOf } from '../inference/media-url.ts';
import type { RequestIssue } from '../errors.ts';
import { quoteValue } from '../input/quote.ts';
import type { EmbeddingInput, EmbeddingPart } from '../ports/embedding-provider.ts';
import type { EmbeddingRequest } from '../resources/embedding-request.ts';

type Given = EmbeddingRequest['input'];
type Item = Exclude<Given, string>[number];
type GivenPart = Extract<Item, { content: unknown }>['content'][number];

/** The most inputs of one request; those of an endpoint's calls are its own matter. */
const MOST_INPUTS = 10_000;

/**
 * Returns the inputs of a request that has passed its schema, or what is wrong with them. Source:
 * contract §17.1.
 */
export function readInputs(given: Given): readonly EmbeddingInput[] | readonly RequestIssue[] {
  if (typeof given === 'string') return [{ type: 'text', text: given }];
  const kind = kindOf(given[0]);
  const other = given.findIndex((item) => kindOf(item) !== kind);
  if (other !== -1) {
    const path = `input[${other}]`;
    const message = `${path} must be ${kind}, as those before it, got ${kindOf(given[other])}`;
    return [{ path, message }];
  }
  // A list of numbers is one text.
  if (kind === 'a token') return [{ type: 'tokens', tokens: given.filter(isNumber) }];
  if (given.length > MOST_INPUTS) {
    const message = `input must be a list of 1 to ${MOST_INPUTS}, got ${given.length}`;
    return [{ path: 'input', message }];
  }
  const issues: RequestIssue[] = [];
  const inputs = given.map((item, position) => readItem(item, position, issues));
  return issues.length > 0 ? issues : inputs;
}

function readItem(item: Item, position: number, issues: RequestIssue[]): EmbeddingInput {
  if (typeof item === 'string') return { type: 'text', text: item };
  if (isNumber(item) || Array.isArray(item)) return { type: 'tokens', tokens: [item].flat() };
  const parts = item.content.map((part, at) => {
    const address = addressIn(part);
    if (address !== undefined && !isAddress(address)) {
      const place = `input[${position}].content[${at}]`;
      const got = quoteValue(address);
      const message = `${place} must have an HTTP(S) URL or a data URL, got ${got}`;
      issues.push({ path: place, message });
    }
    return readPart(part);
  });
  return { type: 'parts', parts };
}

function readPart(part: GivenPart): EmbeddingPart {
  switch (part.type) {
    case 'text':
      return part;
    case 'image_url':
      return mediaOf('image', part.image_url.url);
    case 'input_video':
      return mediaOf('video', part.input_video.url);
    case 'input_file': {
      const { filename: name } = part.input_file;
      return { ...mediaOf('file', part.input_file.file_data), ...(name != null && { name }) };
    }
    case 'input_audio': {
      const { data: value, format } = part.input_audio;
      const source = { kind: 'base64', value } as const;
      return { type: 'media', kind: 'audio', mediaType: `audio/${format}`, source };
    }
  }
}

function addressIn(part: GivenPart): string | undefined {
  if (part.type === 'image_url') return part.image_url.url;
  if (part.type === 'input_video') return part.input_video.url;
  return part.type === 'input_file' ? part.input_file.file_data : undefined;
}

function kindOf(item: Item | undefined): string {
  if (typeof item === 'string') return 'a text';
  if (typeof item === 'number') return 'a token';
  return Array.isArray(item) ? 'a list of tokens' : 'an object with content';
}

function isNumber(item: unknown): item is number {
  return typeof item === 'number';
}
