import { randomBytes } from 'node:crypto';
import type { LoadRequest } from '../client/load-job.ts';
import { FIRST_WORD, VECTORS, type ChatRoute, type WireRoute } from '../servers/chat-routes.ts';
import { models } from './requests.ts';

const { headers: AUTHORIZATION } = models();

const MESSAGES = [
  { role: 'system', content: 'You are brief.' },
  { role: 'user', content: 'Say some words. {n}' },
];

/** POST /chat/completions to the gateway, for the model that stands for this route. */
export function conversation(
  route: ChatRoute | WireRoute,
  stream: boolean,
  messages = MESSAGES,
): LoadRequest {
  return post('/v1/chat/completions', conversationWith(`bench/${route}`, stream, messages));
}

/** POST /chat/completions to a fake of models, to hear these words. */
export function answerOf(content: string, stream: boolean): LoadRequest {
  const messages = [{ role: 'user', content }];
  return post('/v1/chat/completions', { model: 'acme/quill-1', stream, messages });
}

/** POST /messages, whose answer is read in one interface and written in another. */
export function message(route: ChatRoute): LoadRequest {
  const [, ...messages] = MESSAGES;
  const body = { model: `bench/${route}`, max_tokens: 1000, stream: true };
  return post('/v1/messages', { ...body, system: 'You are brief.', messages });
}

/** The same to a server that has no models. */
export function bareConversation(
  route: ChatRoute | WireRoute,
  stream: boolean,
  messages = MESSAGES,
): LoadRequest {
  const body = conversationWith('gpt-5.6-luna', stream, messages);
  return post(`/${route}/v1/chat/completions`, body);
}

/** POST /embeddings to the gateway: short texts, whose vectors come in base64. */
export function embeddings(): LoadRequest {
  return post('/v1/embeddings', embeddingsWith(`bench/${VECTORS.route}`));
}

/** The same to a server that has no models. */
export function bareEmbeddings(): LoadRequest {
  return post(`/${VECTORS.route}/v1/embeddings`, embeddingsWith('text-embedding-3-small'));
}

function embeddingsWith(model: string): object {
  const input = Array.from({ length: VECTORS.inputs }, (_, at) => `short text ${at}`);
  return { model, input, encoding_format: 'base64' };
}

/** A request whose latency is that of the first delta with text. */
export function untilFirstWord(request: LoadRequest): LoadRequest {
  return { ...request, until: FIRST_WORD };
}

/** 200 messages, four of them with an image of 1 MB as a data URL. */
export function longConversation(): typeof MESSAGES {
  const url = () => `data:image/png;base64,${randomBytes(786_432).toString('base64')}`;
  const image = () => ({ type: 'image_url', image_url: { url: url(), detail: 'high' } });
  return Array.from({ length: 200 }, (_, position) => {
    const role = position % 2 === 0 ? 'user' : 'assistant';
    const text = `Message ${position}: ${'some words that were said before. '.repeat(6)}`;
    if (position % 50 !== 10) return { role, content: text };
    // Only the bench's own servers read it, and they take parts.
    return { role, content: [{ type: 'text', text }, image()] as unknown as string };
  });
}

function conversationWith(model: string, stream: boolean, messages: object[]): object {
  return { model, messages, stream, max_completion_tokens: 1000 };
}

function post(path: string, body: object): LoadRequest {
  return {
    path,
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    status: 200,
  };
}
