import { signal } from '@preact/signals';
import { AnswerError } from '../api/control.ts';

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

const notice = signal<Notice | undefined>(undefined);
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says something at the edge of the page for a few seconds. */
export function say(text: string): void {
  show({ text, isError: false }, 3000);
}

/** Says what went wrong, in the mock's own words. */
export function sayError(error: unknown): void {
  const isKnown = error instanceof AnswerError || error instanceof Error;
  show({ text: isKnown ? error.message : String(error), isError: true }, 12_000);
}

/** Does something, and says what went wrong with it. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sayError(error);
  }
}

function show(next: Notice, milliseconds: number): void {
  clearTimeout(hiding);
  notice.value = next;
  hiding = setTimeout(() => (notice.value = undefined), milliseconds);
}

/** Where notices are shown; screen readers read them out. */
export function Notices() {
  const shown = notice.value;
  return (
    <div class="notices" role="status">
      {shown && (
        <p class={shown.isError ? 'notice error' : 'notice'}>
          {shown.text}
          <button
            type="button"
            class="quiet"
            aria-label="Close"
            onClick={() => (notice.value = undefined)}
          >
            ×
          </button>
        </p>
      )}
    </div>
  );
}
