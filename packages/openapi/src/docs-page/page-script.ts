/**
 * The page's script, as text, because it runs in the reader's browser only: search, and the forms of
 * try-it. It keeps the key in memory and sends it to the gateway's base URL alone.
 */
export const SCRIPT = `
const root = document.documentElement;
const find = (selector, within = document) => [...within.querySelectorAll(selector)];
root.classList.add('scripted');

const places = find('[data-search]').map((node) => ({
  href: '#' + node.id, text: node.dataset.search, lower: node.dataset.search.toLowerCase(),
}));
const search = document.getElementById('search');
const found = document.getElementById('found');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : places.filter(({ lower }) => words.every((word) => lower.includes(word)));
  found.replaceChildren(...hits.slice(0, 20).map(({ href, text }) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: text });
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
  found.hidden = words.length === 0;
  if (words.length > 0 && hits.length === 0) found.textContent = 'Nothing has these words.';
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { search.value = ''; found.hidden = true; }
  if (event.key === 'Enter') find('a', found)[0]?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return;
  event.preventDefault();
  search.focus();
});
const linkedId = () => {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return ''; }
};
const reveal = () => {
  const target = document.getElementById(linkedId());
  for (let node = target; node; node = node.parentElement) if (node.localName === 'details') node.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

const { serverUrl, keysUrl } = document.body.dataset;
const keys = document.getElementById('keys');
const keyInput = document.getElementById('key');
let offered = {};
if (keysUrl) {
  fetch(keysUrl).then((response) => response.ok ? response.json() : undefined).then((answer) => {
    offered = answer?.data ?? answer ?? {};
    for (const kind of ['api_key', 'management_key']) {
      if (offered[kind]) keys.append(new Option(kind.replace('_', ' '), offered[kind]));
    }
    keyInput.value ||= offered.api_key ?? '';
  }).catch(() => {});
}

if (!URL.canParse(serverUrl)) {
  for (const code of find('.request code')) {
    code.textContent = code.textContent.replaceAll('https://gateway.example', location.origin);
  }
}

for (const form of find('form[data-path]')) {
  let running;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    running?.abort();
    running = new AbortController();
    const output = form.querySelector('output');
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = new URLSearchParams();
    const { permission, method } = form.dataset;
    const isManaging = permission === 'management' && offered.management_key && keyInput.value === offered.api_key;
    const key = isManaging ? offered.management_key : keyInput.value;
    const headers = key === '' ? {} : { authorization: 'Bearer ' + key };
    let path = form.dataset.path;
    let body;
    for (const [field, value] of fields) {
      const [place, name] = field.split(/:(.*)/s);
      if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
      else if (place === 'query') query.append(name, value);
      else if (place === 'header') headers[name] = value;
      else { body = value; headers['content-type'] = 'application/json'; }
    }
    const url = serverUrl + path + (query.size === 0 ? '' : '?' + query);
    output.replaceChildren('Sending…');
    const began = performance.now();
    try {
      const init = { method: method.toUpperCase(), headers, body, signal: running.signal };
      await show(output, await fetch(url, init), began, isManaging ? ' with the management key' : '');
    } catch (error) {
      if (error.name !== 'AbortError') output.replaceChildren('No answer: ' + error.message);
    }
  });
}

async function show(output, response, began, withKey) {
  const line = document.createElement('p');
  const status = Object.assign(document.createElement('b'), { textContent: response.status });
  status.className = 'status ' + (response.ok ? 'good' : 'bad');
  const shown = document.createElement('pre');
  const pictures = document.createElement('div');
  const said = Object.assign(document.createElement('p'), { className: 'said' });
  output.replaceChildren(line, pictures, said, shown);
  const finish = () => line.replaceChildren(status, ' ' + response.url + ' in ' + Math.round(performance.now() - began) + ' ms' + withKey);
  finish();
  const type = response.headers.get('content-type') ?? '';
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part; reader && !(part = await reader.read()).done;) {
    text += part.value;
    if (!type.startsWith('text/event-stream')) continue;
    shown.textContent = shorten(text);
    said.textContent = saidIn(text);
  }
  finish();
  if (type.startsWith('application/json')) {
    try {
      const json = JSON.parse(text);
      for (const image of json.data ?? []) if (image?.b64_json) picture(pictures, image.b64_json, image.media_type);
      text = JSON.stringify(json, null, 2);
    } catch {}
  } else if (type.startsWith('text/event-stream')) {
    for (const [, data] of text.matchAll(/^data: (\\{.*)$/gm)) {
      const { b64_json, media_type } = JSON.parse(data);
      if (b64_json) { pictures.replaceChildren(); picture(pictures, b64_json, media_type); }
    }
  }
  shown.textContent = shorten(text).slice(0, 100000) + (text.length > 100000 ? '\\n… ' + text.length + ' characters' : '');
}

function saidIn(text) {
  let said = '';
  for (const [, data] of text.matchAll(/^data: (\\{.*\\})$/gm)) {
    const { content, tool_calls: calls = [] } = JSON.parse(data).choices?.[0]?.delta ?? {};
    said += content ?? '';
    for (const { function: { name, arguments: json } } of calls) said += (name ? name + ' ' : '') + (json ?? '');
  }
  return said;
}

function picture(pictures, base64, mediaType = 'image/png') {
  if (!/^image\\/(png|jpeg|webp|svg\\+xml)$/.test(mediaType)) return;
  pictures.append(Object.assign(new Image(), { src: 'data:' + mediaType + ';base64,' + base64, alt: 'The image of this answer' }));
}

function shorten(text) {
  return text.replace(/([A-Za-z0-9+/]{60})[A-Za-z0-9+/=]{40,}/g, '$1…');
}
`;
