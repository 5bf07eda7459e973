import type { Tenant } from '../api/types.ts';
import { setParameters } from '../state/address.ts';
import { TenantChoice } from '../ui/tenant-choice.tsx';

/** What the studio makes. */
export type StudioMode = 'images' | 'chat';

const MODES: Readonly<Record<StudioMode, string>> = { images: 'Images', chat: 'Chat' };

/** The head of both forms: which of them, whose, and for how much. */
export function StudioHead(props: { readonly tenant: Tenant; readonly mode: StudioMode }) {
  const { tenant, mode } = props;
  return (
    <>
      <h1>Studio</h1>
      <p class="toolbar" role="group" aria-label="What to make">
        {Object.entries(MODES).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === mode}
            onClick={() => setParameters({ mode: name === 'images' ? '' : name, model: '' })}
          >
            {label}
          </button>
        ))}
      </p>
      <TenantChoice />
      <p class="muted">
        Credits left: <strong>${tenant.credits}</strong>
      </p>
    </>
  );
}
