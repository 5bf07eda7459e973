import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface Tab {
  /** What it is chosen by, whatever its name counts and which tabs come and go beside it. */
  readonly id: string;
  readonly name: string;
  readonly content: () => ComponentChildren;
}

/** One of several views of the same; arrow keys go from one to the next. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [chosen, choose] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );
  const shown = tabs[at];
  if (shown === undefined) return null;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    choose(tabs[next]?.id);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="quiet"
            id={`${prefix}-${id}`}
            aria-selected={id === shown.id}
            aria-controls={`${prefix}-panel`}
            tabIndex={id === shown.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${shown.id}`}>
        {shown.content()}
      </div>
    </div>
  );
}
