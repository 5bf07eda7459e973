import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { ClockState } from '../api/types.ts';
import { Field } from '../ui/field.tsx';
import { attempt, sayError } from '../ui/notice.tsx';

/** The clock of the tenant at `path`. */
export function ClockPanel({ path }: { readonly path: string }) {
  const [clock, setClock] = useState<ClockState | undefined>();
  const [by, setBy] = useState('1m');
  useEffect(() => {
    const look = () => control<ClockState>('GET', `${path}/clock`).then(setClock, sayError);
    void look();
    const timer = setInterval(() => void look(), 2000);
    return () => clearInterval(timer);
  }, [path]);
  const change = (mode: ClockState['mode']) =>
    attempt(async () => setClock(await control('PATCH', `${path}/clock`, { mode })));
  const advance = () =>
    attempt(async () => setClock(await control('POST', `${path}/clock/advance`, { by })));
  if (clock === undefined) return null;
  return (
    <section class="panel" aria-label="Clock">
      <h3>Clock</h3>
      <p>
        <time class="clock" dateTime={clock.now}>
          {clock.now.replace('T', ' ').slice(0, 19)}
        </time>{' '}
        <strong>{clock.mode.replace('_', ' ')}</strong>
        {clock.waiting > 0 && <span class="muted"> · {clock.waiting} waiting</span>}
      </p>
      <div class="toolbar">
        <button
          type="button"
          aria-pressed={clock.mode === 'frozen'}
          onClick={() => void change('frozen')}
        >
          Freeze
        </button>
        <button
          type="button"
          aria-pressed={clock.mode === 'flowing'}
          onClick={() => void change('flowing')}
        >
          Flow
        </button>
        <button
          type="button"
          aria-pressed={clock.mode === 'auto_advance'}
          onClick={() => void change('auto_advance')}
        >
          Auto-advance
        </button>
        <Field label="by">
          <input
            class="short"
            value={by}
            onInput={({ currentTarget }) => setBy(currentTarget.value)}
          />
        </Field>
        <button type="button" onClick={() => void advance()}>
          Advance
        </button>
      </div>
    </section>
  );
}
