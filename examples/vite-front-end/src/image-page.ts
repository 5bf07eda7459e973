import { element } from './element.ts';
import { find } from './find.ts';
import { listModels, paint, type ImageEvent } from './gateway.ts';

/** The page that draws: the first event is a sketch, and each further one sharpens it. */
export function startImagePage(page: HTMLElement): void {
  const form = find('form', HTMLFormElement, page);
  const models = find('select[name=model]', HTMLSelectElement, page);
  const prompt = find('textarea', HTMLTextAreaElement, page);
  const note = find('.note', HTMLElement, page);
  const image = find('img', HTMLImageElement, page);
  const empty = find('.empty', HTMLElement, page);
  const progress = find('progress', HTMLProgressElement, page);
  let painting = new AbortController();

  async function fillModels(): Promise<void> {
    const query = new URLSearchParams({ output_modalities: 'image', sort: 'most-popular' });
    const { data } = await listModels(query);
    for (const { id, name } of data) {
      const option = element('option', '', name);
      option.setAttribute('value', id);
      option.toggleAttribute('selected', id === 'acme/paint-1');
      models.append(option);
    }
  }

  async function start(): Promise<void> {
    painting.abort();
    painting = new AbortController();
    const { signal } = painting;
    progress.hidden = false;
    note.textContent = 'Waiting for the first sketch…';
    try {
      for await (const event of paint(Object.fromEntries(new FormData(form)), signal)) show(event);
    } catch (error) {
      if (!signal.aborted) note.textContent = String(error);
    }
    if (!signal.aborted) progress.hidden = true;
  }

  function show(event: ImageEvent): void {
    if (event.type === 'error') throw new Error(event.error.message);
    const isFinished = event.type === 'image_generation.completed';
    if (isFinished || event.type === 'image_generation.partial_image') {
      image.src = `data:;base64,${event.b64_json}`;
      image.alt = prompt.value;
      image.hidden = false;
      empty.hidden = true;
    }
    const cost = isFinished ? event.usage?.cost : undefined;
    if (!isFinished) note.textContent = 'Sharpening…';
    else note.textContent = cost == null ? 'Done.' : `Done, for $${cost}.`;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void start();
  });
  fillModels().catch((error: unknown) => (note.textContent = String(error)));
}
