import type { Model } from '@model-gateway/core';
import { useEffect, useState } from 'preact/hooks';
import { errorOf } from '../api/control.ts';
import { askGateway, basePathOf } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';
import { parameter, parameters, setParameters } from '../state/address.ts';
import { currentTenant } from '../state/tenants.ts';
import { copy } from '../ui/copy.tsx';
import { Folded } from '../ui/folded.tsx';
import { sayError } from '../ui/notice.tsx';
import { TenantChoice } from '../ui/tenant-choice.tsx';
import { ModelCard } from './model-card.tsx';
import { ModelFilter } from './model-filter.tsx';
import { modelParameters, type QueryParameter } from './parameters.ts';
import { ModelRow } from './model-row.tsx';

const PAGE = 50;

/** The catalog, through GET /models itself. */
export function ModelsPart() {
  const tenant = currentTenant.value;
  const [filters, setFilters] = useState<readonly QueryParameter[]>([]);
  useEffect(() => {
    modelParameters().then(setFilters, sayError);
  }, []);
  const search = searchOf(filters);
  return (
    <div class="split">
      <aside class="filters" aria-label="Filters">
        <h1>Models</h1>
        <TenantChoice />
        <Folded summary="Filters">
          <div class="filter-grid">
            {filters.map((filter) => (
              <ModelFilter key={filter.name} parameter={filter} />
            ))}
          </div>
        </Folded>
        <button type="button" onClick={() => clear(filters)}>
          Clear filters
        </button>
      </aside>
      {tenant !== undefined && filters.length > 0 && <Results tenant={tenant} search={search} />}
    </div>
  );
}

/** The query of the filters, as a client would write it. */
function searchOf(filters: readonly QueryParameter[]): string {
  const given = parameters();
  const used = filters.flatMap(({ name }): [string, string][] => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(used).toString();
}

function clear(filters: readonly QueryParameter[]): void {
  setParameters(Object.fromEntries(filters.map(({ name }) => [name, ''])));
}

interface Found {
  readonly models: readonly Model[];
  readonly total: number;
}

function Results({ tenant, search }: { readonly tenant: Tenant; readonly search: string }) {
  const [found, setFound] = useState<Found>({ models: [], total: 0 });
  const [problem, setProblem] = useState<string | undefined>();
  const [feed, setFeed] = useState<string | undefined>();
  const query = `/models?${search === '' ? '' : `${search}&`}`;

  useEffect(() => {
    const leaving = new AbortController();
    setFeed(undefined);
    const begin = async () => {
      try {
        const path = `${query}limit=${PAGE}&offset=0`;
        setFound(await load(tenant, path, leaving.signal));
        setProblem(undefined);
      } catch (error) {
        if (!leaving.signal.aborted)
          setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void begin();
    return () => leaving.abort();
  }, [tenant.id, search]);

  const more = async () => {
    const next = await load(tenant, `${query}limit=${PAGE}&offset=${found.models.length}`);
    setFound({ ...next, models: [...found.models, ...next.models] });
  };
  const showFeed = async () => {
    const response = await askGateway(tenant, `${query}use_rss=true`);
    setFeed(await response.text());
  };
  const chosen = found.models.find(({ id }) => id === parameter('model'));
  const line = `GET ${basePathOf(tenant)}/models${search === '' ? '' : `?${search}`}`;
  return (
    <section class="results" aria-label="Models found">
      <div class="toolbar">
        <strong aria-live="polite">
          {found.total === 1 ? '1 model' : `${found.total} models`}
        </strong>
        <code class="request-line">{line}</code>
        <button
          type="button"
          onClick={() => void copy(`${location.origin}${line.slice(4)}`, 'URL')}
        >
          Copy URL
        </button>
        <button
          type="button"
          aria-pressed={feed !== undefined}
          onClick={() =>
            feed === undefined ? void showFeed().catch(sayError) : setFeed(undefined)
          }
        >
          As RSS feed
        </button>
      </div>
      {problem !== undefined && <p class="callout bad">{problem}</p>}
      {chosen !== undefined && (
        <ModelCard model={chosen} onClose={() => setParameters({ model: '' })} />
      )}
      {feed === undefined && (
        <p class="muted">
          Input → output, context in tokens, price in USD; – where nothing is charged
        </p>
      )}
      {feed === undefined ? (
        <ul class="models">
          {found.models.map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              onOpen={() => setParameters({ model: model.id })}
            />
          ))}
        </ul>
      ) : (
        <pre class="body" tabIndex={0} aria-label="RSS feed">
          {feed.slice(0, 20_000)}
        </pre>
      )}
      {feed === undefined && found.models.length < found.total && (
        <button type="button" onClick={() => void more().catch(sayError)}>
          Show more
        </button>
      )}
    </section>
  );
}

async function load(tenant: Tenant, path: string, signal?: AbortSignal): Promise<Found> {
  const response = await askGateway(tenant, path, signal === undefined ? {} : { signal });
  if (!response.ok) throw await errorOf(response);
  // The type is that of the API's description.
  const { data, total_count: total } = (await response.json()) as {
    readonly data: readonly Model[];
    readonly total_count: number;
  };
  return { models: data, total };
}
