import { control } from '../api/control.ts';
import { basePathOf } from '../api/gateway.ts';
import type { Fixture, RequestDetail } from '../api/types.ts';
import { chatRulesFor } from '../copy-as/chat-rules.ts';
import { toCurl } from '../copy-as/curl.ts';
import { toRuleJson } from '../copy-as/rule-json.ts';
import { textToPaste, toScript } from '../copy-as/script.ts';
import { toTest, type Runner } from '../copy-as/test.ts';
import { tenants } from '../state/tenants.ts';
import { copy } from '../ui/copy.tsx';
import { attempt, say } from '../ui/notice.tsx';

/** The forms in which a request can be taken elsewhere. */
export function CopyMenu(props: { readonly tenant: string; readonly detail: RequestDetail }) {
  const { detail } = props;
  const tenant = tenants.value.find(({ id }) => id === props.tenant);
  if (tenant === undefined) return null;
  const script = toScript([detail]);
  const asTest = (runner: Runner) => copy(toTest(detail, runner, basePathOf(tenant)), 'Test');
  const isManagement =
    detail.path.includes('/observability/') || /\/(?:organization|guardrails)\//.test(detail.path);
  const key = isManagement ? tenant.management_key : tenant.api_key;
  return (
    <div class="copies" role="group" aria-label="Copy as">
      <span class="muted">Copy as</span>
      {script !== undefined && (
        <>
          <button type="button" onClick={() => void copy(textToPaste(script), 'Script')}>
            script
          </button>
          <button type="button" onClick={() => void copy(rulesOf(detail), 'Rule')}>
            rule
          </button>
        </>
      )}
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
      <button type="button" onClick={() => void copyFixture(tenant.id, detail.number)}>
        fixture
      </button>
    </div>
  );
}

/** The body of a request for rules. */
function rulesOf(detail: RequestDetail): string {
  return JSON.stringify({ rules: toRuleJson(chatRulesFor([detail])) }, null, 2);
}

/** Copies the file, and saves the images that belong beside it. */
function copyFixture(tenant: string, number: number): Promise<void> {
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
