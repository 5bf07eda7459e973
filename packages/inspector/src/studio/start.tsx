import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { RequestDetail, Tenant } from '../api/types.ts';
import { imagesIn } from '../requests/answer-facts.ts';
import { listed, type ListedRequest } from '../state/requests.ts';
import { PartLink } from '../ui/part-link.tsx';
import { Pictures, type Picture } from '../ui/pictures.tsx';

const PROMPTS = [
  'A red panda reading a newspaper, linocut',
  'The kitchen of a small bakery in evening light, isometric',
  'A night train in the Alps, poster in three colours',
];

const MOST_LATEST = 3;

/** What the studio shows before its first image: prompts to try, and the latest images of the tenant. */
export function Start(props: {
  readonly tenant: Tenant;
  readonly onPrompt: (prompt: string) => void;
}) {
  const { tenant, onPrompt } = props;
  const latest = useLatest(tenant.id);
  return (
    <>
      <p class="muted">The images appear here, sharper as they come.</p>
      <h2 class="heading">Prompts to try</h2>
      <ul class="prompts">
        {PROMPTS.map((prompt) => (
          <li key={prompt}>
            <button type="button" onClick={() => onPrompt(prompt)}>
              {prompt}
            </button>
          </li>
        ))}
      </ul>
      {latest.length > 0 && <h2 class="heading">Latest images of {tenant.id}</h2>}
      <ul class="latest">
        {latest.map(({ key, prompt, pictures }) => (
          <li key={key}>
            <Pictures pictures={pictures} />
            <PartLink to="requests" more={{ request: key }} text={prompt} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Drawn {
  /** The key of its request in the list. */
  readonly key: string;
  readonly prompt: string;
  readonly pictures: readonly Picture[];
}

/** The images of the tenant's newest requests for images, as far as the mock still keeps them. */
function useLatest(tenant: string): readonly Drawn[] {
  const [latest, setLatest] = useState<readonly Drawn[]>([]);
  const newest = listed.value
    .filter((request) => request.tenant === tenant && isDrawn(request))
    .slice(0, MOST_LATEST);
  useEffect(() => {
    let isCurrent = true;
    Promise.all(newest.map(drawnBy)).then(
      (drawn) => isCurrent && setLatest(drawn.filter(({ pictures }) => pictures.length > 0)),
      // One has left the journal; the list will say so, too.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [newest.map(({ key }) => key).join(' ')]);
  return latest;
}

function isDrawn({ operation, status, stream }: ListedRequest): boolean {
  return operation === 'createImage' && status === 200 && stream?.end !== 'open';
}

async function drawnBy({ tenant, number, key }: ListedRequest): Promise<Drawn> {
  const path = `/tenants/${encodeURIComponent(tenant)}/requests/${number}`;
  const { body, response } = await control<RequestDetail>('GET', path);
  const pictures = response === null ? [] : imagesIn(response);
  return { key, prompt: promptIn(body), pictures };
}

function promptIn(body: unknown): string {
  const isNamed = typeof body === 'object' && body !== null && 'prompt' in body;
  return isNamed && typeof body.prompt === 'string' ? body.prompt : 'without a prompt';
}
