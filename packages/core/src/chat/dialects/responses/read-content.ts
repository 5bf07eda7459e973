import type { RequestIssue } from '../../../errors.ts';
import { quoteValue } from '../../../input/quote.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { Block } from '../../../ports/conversation.ts';
import { readMark } from '../cache-mark.ts';
import { issue } from '../issue.ts';
import { mediaSource, textOrLong } from '../../../inference/media-source.ts';
import { isAddress, mediaOf } from '../../../inference/media-url.ts';
import { given } from '../members.ts';
import { readParts } from '../read-parts.ts';

/** Reads the content of a message or the output of a tool, which have passed their schema. */
export function readContent(content: unknown, path: string): ReturnType<typeof readParts> {
  return readParts(content, path, readPart);
}

/** Content in the form of this interface; every other type of part is a mistake. */
const OWN_TYPE = /^(?:in|out)put_/;

function readPart(part: JsonObject, path: string): Block | RequestIssue {
  const { type } = part;
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: String(part['text']), ...readMark(part) };
    case 'refusal':
      return { type: 'refusal', text: String(part['refusal']) };
    case 'input_image':
      return fromUrl('image', part, ['image_url'], path);
    case 'input_file':
      return fromUrl('file', part, ['file_url', 'file_data'], path);
    case 'input_video':
      return fromUrl('video', part, ['video_url'], path);
    case 'input_audio': {
      // The schema has judged a part of this type.
      const { data, format } = part['input_audio'] as Record<'data' | 'format', string>;
      const source = mediaSource('base64', data);
      const sound = { type: 'media', kind: 'audio', mediaType: `audio/${format}`, source } as const;
      return { ...sound, ...readMark(part) };
    }
    default:
      if (OWN_TYPE.test(String(type))) {
        return { type: 'foreign', wire: 'openai-responses', value: part, at: path };
      }
      return issue(
        `${path}.type`,
        'must be input_text, input_image, input_file, input_audio, output_text or refusal',
      );
  }
}

function fromUrl(
  kind: 'image' | 'file' | 'video',
  part: JsonObject,
  members: readonly string[],
  path: string,
): Block | RequestIssue {
  const { file_id: stored, detail, filename } = part;
  if (stored !== undefined && stored !== null) {
    return issue(`${path}.file_id`, 'names a stored file, which this gateway has none of');
  }
  const url = members.map((name) => textOrLong(part[name])).find((value) => value !== undefined);
  const [first = ''] = members;
  if (url === undefined) return issue(`${path}.${first}`, 'is required and must be a URL');
  if (!isAddress(url)) {
    const name = members.find((one) => part[one] === url) ?? first;
    const sentence = `must be an HTTP(S) URL or a data URL, got ${quoteValue(url.toString())}`;
    return issue(`${path}.${name}`, sentence);
  }
  return {
    ...mediaOf(kind, url),
    ...given({
      detail: kind === 'image' && typeof detail === 'string' ? detail : undefined,
      name: typeof filename === 'string' ? filename : undefined,
    }),
    ...readMark(part),
  };
}
