import { control } from '../api/control.ts';
import { basePathOf } from '../api/gateway.ts';
import type { Fixture, RequestDetail } from '../api/types.ts';
import { toCurl } from '../copy-as/curl.ts';
import { toTest, type Runner } from '../copy-as/test.ts';
import type { ListedRequest } from '../state/requests.ts';
import { tenants } from '../state/tenants.ts';
import { copy } from '../ui/copy.tsx';
import { attempt, say } from '../ui/notice.tsx';

/** The forms in which a request can be taken elsewhere. */
export function CopyMenu(props: {
  readonly request: ListedRequest;
  readonly detail: RequestDetail;
}) {
  const { request, detail } = props;
  const tenant = tenants.value.find(({ id }) => id === request.tenant);
  if (tenant === undefined) return null;
  const asTest = (runner: Runner) => copy(toTest(detail, runner, basePathOf(tenant)), 'Test');
  const isManagement =
    detail.path.includes('/observability/') || /\/(?:organization|guardrails)\//.test(detail.path);
  const key = isManagement ? tenant.management_key : tenant.api_key;
  return (
    <div class="copies" role="group" aria-label="Copy as">
      <span class="muted">Copy as</span>
      <button
        type="button"
        onClick={() => void copy(toCurl(detail, { origin: location.origin, key }), 'curl')}
      >
        curl
      </button>
      <button type="button" onClick={() => void asTest('node:test')}>
        node:test
      </button>
      <button type="button" onClick={() => void asTest('vitest')}>
        Vitest
      </button>
      <button type="button" onClick={() => void copyFixture(request)}>
        fixture
      </button>
    </div>
  );
}

/** Copies the file, and saves the images that belong beside it. */
function copyFixture({ tenant, number }: ListedRequest): Promise<void> {
  return attempt(async () => {
    const path = `/tenants/${encodeURIComponent(tenant)}/requests/${number}/fixture`;
    const { file, text, assets } = await control<Fixture>('GET', path);
    await navigator.clipboard.writeText(text);
    for (const { name, base64 } of assets) save(name, base64);
    const beside =
      assets.length === 0
        ? ''
        : `; put the ${assets.length} saved files in the folder assets beside it`;
    say(`Fixture copied: save it as ${file}${beside}`);
  });
}

function save(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
