import type { RequestIssue } from '../../../errors.ts';
import { quoteValue } from '../../../input/quote.ts';
import { isJsonObject, type JsonObject } from '../../../json-value.ts';
import type { Block } from '../../../ports/conversation.ts';
import { readMark } from '../cache-mark.ts';
import { issue } from '../issue.ts';
import { mediaSource, textOrLong } from '../../../inference/media-source.ts';
import { isAddress, mediaOf } from '../../../inference/media-url.ts';
import { given, textIn } from '../members.ts';
import { readParts, readText } from '../read-parts.ts';

/** Reads the content of the message at a position, which has passed its schema. */
export function readContent(content: unknown, position: number): ReturnType<typeof readParts> {
  return typeof content === 'string'
    ? readText(content)
    : readParts(content, `messages[${position}].content`, readPart);
}

function readPart(part: JsonObject, path: string): Block | RequestIssue {
  const mark = readMark(part);
  const { type } = part;
  if (type === 'text') return { type, text: String(part['text']), ...mark };
  const name = type === OLD_VIDEO ? 'video_url' : type;
  const source = typeof name === 'string' && SOURCES.has(name) ? part[name] : undefined;
  if (!isJsonObject(source)) {
    return { type: 'foreign', wire: 'openai-chat', value: part, at: path };
  }
  const problem = addressIssue(source, `${path}.${String(name)}`);
  if (problem !== undefined) return problem;
  switch (name) {
    case 'image_url':
      return {
        ...mediaOf('image', textOrLong(source['url']) ?? ''),
        ...given({ detail: textIn(source, 'detail') }),
        ...mark,
      };
    case 'video_url':
      return { ...mediaOf('video', textOrLong(source['url']) ?? ''), ...mark };
    case 'input_audio':
      return {
        type: 'media',
        kind: 'audio',
        mediaType: `audio/${String(source['format'])}`,
        source: mediaSource('base64', textOrLong(source['data']) ?? ''),
        ...mark,
      };
    default: {
      if (source['file_id'] !== undefined && source['file_id'] !== null) {
        return issue(`${path}.file.file_id`, 'names a stored file, which this gateway has none of');
      }
      const data = textOrLong(source['file_data']);
      if (data === undefined)
        return issue(`${path}.file.file_data`, 'is required and must be a URL');
      return { ...mediaOf('file', data), ...given({ name: textIn(source, 'filename') }), ...mark };
    }
  }
}

/** Types of parts whose content lies in a member of the same name. */
const SOURCES = new Set(['image_url', 'video_url', 'input_audio', 'file']);

/** The type that films had first; what it names has the newer name. */
const OLD_VIDEO = 'input_video';

/** A URL that is one, and none where only data can be. */
function addressIssue(source: JsonObject, path: string): RequestIssue | undefined {
  for (const name of ['url', 'file_data']) {
    const url = textOrLong(source[name]);
    if (url === undefined || isAddress(url)) continue;
    const got = quoteValue(url.toString());
    return issue(`${path}.${name}`, `must be an HTTP(S) URL or a data URL, got ${got}`);
  }
  const data = textOrLong(source['data']);
  const isUrl = data !== undefined && isAddress(data);
  return isUrl ? issue(`${path}.data`, 'must be base64, got a URL') : undefined;
}
