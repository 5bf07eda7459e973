import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly content: () => ComponentChildren;
}

/** One of several views of the same; arrow keys go from one to the next. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = tabs[chosen] ?? tabs[0];
  if (shown === undefined) return null;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    choose(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            class="quiet"
            id={`${id}-${index}`}
            aria-selected={tabs[chosen] === undefined ? index === 0 : index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${Math.min(chosen, tabs.length - 1)}`}
      >
        {shown.content()}
      </div>
    </div>
  );
}
