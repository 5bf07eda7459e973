import { testRefusals, type Refusals } from './refusals.ts';

/** One message, and the problem below its path. */
const turn = (message: object, sentence: string) =>
  [{ messages: [message] }, `messages[0].${sentence}`] as const;
/** One part of a user's message, and the problem below its path. */
const part = (content: unknown, sentence: string) =>
  turn({ role: 'user', content: [content] }, `content[0]${sentence}`);
const image = (url: unknown, more: object = {}) => ({
  type: 'image_url',
  image_url: { url, ...more },
});
const call = (entry: unknown, sentence: string) =>
  turn({ role: 'assistant', content: 'x', tool_calls: [entry] }, `tool_calls[0]${sentence}`);
const CALL = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
const URL_SENTENCE = 'must be an HTTP(S) URL or a data URL';

const MESSAGES: Refusals = [
  [{ messages: 7 }, 'messages must be a list of at least 1, got 7'],
  [{ messages: [] }, 'messages must be a list of at least 1, got 0'],
  [{ messages: [null] }, 'messages[0] must be an object, got null'],
  turn(
    { role: 'function', content: 'x' },
    'role must be one of system, developer, user, assistant, tool, got "function"',
  ),
  turn({ role: 'user', content: null }, 'content must be text or a list, got null'),
  turn({ role: 'user', content: {} }, 'content must be text or a list, got an object'),
  turn({ role: 'user', content: 'x', name: 7 }, 'name must be text, got 7'),
  turn({ role: 'developer' }, 'content is required and must be text or a list'),
  turn(
    { role: 'system', content: [{ type: 'text', text: 'a' }, image('https://a.example/x')] },
    'content[1].type must be text in a message of the role system, got "image_url"',
  ),
  part('x', ' must be an object, got "x"'),
  part({}, '.type is required and must be text of at least 1 character'),
  part({ type: 'text' }, '.text is required and must be text'),
  part(
    { type: 'text', text: 'x', cache_control: { type: 'x' } },
    '.cache_control.type must be ephemeral, got "x"',
  ),
  part(
    { type: 'image_url', image_url: 'https://a.example/x.png' },
    '.image_url must be an object, got "https://a.example/x.png"',
  ),
  part(image(7), '.image_url.url must be text of at least 1 character, got 7'),
  part(image('ftp://a.example/x'), `.image_url.url ${URL_SENTENCE}, got "ftp://a.example/x"`),
  part(image('x.png'), `.image_url.url ${URL_SENTENCE}, got "x.png"`),
  part(
    image('https://a.example/x', { detail: 'ultra' }),
    '.image_url.detail must be one of auto, low, high, original, got "ultra"',
  ),
  part(
    { type: 'input_audio', input_audio: { data: 'AAAA' } },
    '.input_audio.format is required and must be text of at least 1 character',
  ),
  part(
    { type: 'input_audio', input_audio: { data: 'https://a.example/x.wav', format: 'wav' } },
    '.input_audio.data must be base64, got a URL',
  ),
  part({ type: 'file', file: {} }, '.file.file_data is required and must be a URL'),
  part({ type: 'file', file: { file_data: 7 } }, '.file.file_data must be text, got 7'),
  part(
    { type: 'file', file: { file_data: 'file:///etc' } },
    '.file.file_data must be an HTTP(S) URL or a data URL, got "file:///etc"',
  ),
  part(
    { type: 'file', file: { file_id: 'f' } },
    '.file.file_id names a stored file, which this gateway has none of',
  ),
  part({ type: 'video_url', video_url: { url: 'x' } }, `.video_url.url ${URL_SENTENCE}, got "x"`),
  turn({ role: 'assistant', content: 7 }, 'content must be text or a list, got 7'),
  turn({ role: 'assistant', refusal: 7 }, 'refusal must be text, got 7'),
  turn({ role: 'assistant', reasoning: 7 }, 'reasoning must be text, got 7'),
  turn({ role: 'assistant', reasoning_content: 7 }, 'reasoning_content must be text, got 7'),
  turn({ role: 'assistant', reasoning_details: 7 }, 'reasoning_details must be a list, got 7'),
  turn(
    { role: 'assistant', reasoning_details: [{}] },
    'reasoning_details[0].type is required and must be text',
  ),
  turn(
    { role: 'assistant', reasoning_details: [{ type: 'reasoning.text', text: 7 }] },
    'reasoning_details[0].text must be text, got 7',
  ),
  turn({ role: 'assistant', tool_calls: 7 }, 'tool_calls must be a list, got 7'),
  call(7, ' must be an object, got 7'),
  call({ ...CALL, id: '' }, '.id must be text of at least 1 character, got ""'),
  call({ ...CALL, type: 'custom' }, '.type must be function, got "custom"'),
  call({ ...CALL, function: undefined }, '.function is required and must be an object'),
  call(
    { ...CALL, function: { name: '', arguments: '' } },
    '.function.name must be text of at least 1 character, got ""',
  ),
  call(
    { ...CALL, function: { name: 'f', arguments: {} } },
    '.function.arguments must be text, got an object',
  ),
  turn({ role: 'assistant', tool_calls: [CALL, CALL] }, 'tool_calls[1].id repeats "a"'),
  turn(
    { role: 'tool', content: 'x' },
    'tool_call_id is required and must be text of at least 1 character',
  ),
  turn({ role: 'tool', tool_call_id: 'a' }, 'content is required and must be text or a list'),
  turn(
    { role: 'tool', tool_call_id: 'a', content: 'x' },
    'tool_call_id is "a", which no call before it has: every result answers a call of an assistant turn',
  ),
];

testRefusals('messages', MESSAGES);
