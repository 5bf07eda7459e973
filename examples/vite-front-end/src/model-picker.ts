import { find } from './find.ts';
import { listModels, type ModelPage } from './gateway.ts';
import { modelCard } from './model-card.ts';

const PAGE_SIZE = '24';

/** The page that lists models: every change of the filters asks the gateway again. */
export function startModelPicker(page: HTMLElement): void {
  const form = find('form', HTMLFormElement, page);
  const count = find('.count', HTMLElement, page);
  const cards = find('.cards', HTMLElement, page);
  const more = find('.more', HTMLButtonElement, page);
  let nextPage: string | null = null;
  let asking = new AbortController();

  async function show(query: URLSearchParams | string): Promise<void> {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const found = await listModels(query, signal);
      if (typeof query !== 'string') cards.replaceChildren();
      render(found);
    } catch (error) {
      if (!signal.aborted) count.textContent = String(error);
    }
  }

  function render({ data, total_count, links: { next } }: ModelPage): void {
    count.textContent = total_count === 1 ? '1 model' : `${total_count} models`;
    cards.append(...data.map(modelCard));
    more.hidden = next === null;
    nextPage = next;
  }

  more.addEventListener('click', () => void (nextPage !== null && show(nextPage)));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => void show(queryOf(form)));
  void show(queryOf(form));
}

/** The form's fields are named like the parameters of GET /models. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams({ limit: PAGE_SIZE });
  const several = new Map<string, string[]>();
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue;
    several.set(name, [...(several.get(name) ?? []), value]);
  }
  for (const [name, values] of several) query.set(name, values.join(','));
  return query;
}
