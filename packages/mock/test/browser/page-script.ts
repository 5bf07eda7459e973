/**
 * The page of the browser tests: lists models and paints an image as it is streamed. It leaves what
 * it saw in the document.
 */
export const PAGE_SCRIPT = `
export async function showGateway(baseURL, apiKey) {
  const headers = { authorization: 'Bearer ' + apiKey, 'content-type': 'application/json' };
  const models = await (await fetch(baseURL + '/models?limit=5&sort=newest', { headers })).json();
  for (const { name } of models.data) {
    document.querySelector('#models').append(Object.assign(document.createElement('li'), { textContent: name }));
  }

  const response = await fetch(baseURL + '/images', {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'acme/paint-1', prompt: 'a red panda in the snow', stream: true }),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const image = document.querySelector('img');
  const types = [];
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    const events = text.split('\\n\\n');
    text = events.pop();
    for (const event of events) {
      const data = event.replace(/^data: /, '');
      if (event.startsWith(':') || data === '[DONE]') continue;
      const { type, b64_json } = JSON.parse(data);
      types.push(type);
      image.src = 'data:image/png;base64,' + b64_json;
      await image.decode();
    }
  }
  document.body.dataset.types = types.join(' ');
}
`;

/** A conversation of which each piece but the first comes when the clock has moved. */
export const TALK = `gw: 1
conversations:
  - id: poem
    turns:
      - user: { contains: poem }
      - say: Roses are red
        pace: { by: 5, every: 50 }
`;

/** Another page: asks for a poem as clients of Anthropic do, and shows as much of it as has come. */
export const TALK_SCRIPT = `
export async function showPoem(baseURL, apiKey, seen = () => {}) {
  const response = await fetch(baseURL + '/messages', {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'any-model',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'a poem' }],
      stream: true,
    }),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let poem = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    const events = text.split('\\n\\n');
    text = events.pop();
    for (const event of events) {
      const { delta } = JSON.parse(/^data: (.*)$/m.exec(event)[1]);
      if (delta?.text === undefined) continue;
      poem += delta.text;
      document.body.dataset.poem = poem;
      seen();
    }
  }
  document.body.dataset.end = 'true';
}
`;

export const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>The gateway in a page</title>
<style>body { font: 16px/1.5 sans-serif } img { width: 320px; display: block }</style>
<ul id="models"></ul>
<img alt="">
<script type="module" src="./main.js"></script>
`;
