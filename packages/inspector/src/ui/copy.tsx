import type { ComponentChildren } from 'preact';
import { attempt, say } from './notice.tsx';

/** Puts a text on the clipboard. */
export function copy(text: string, what: string): Promise<void> {
  return attempt(async () => {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  });
}

/** A button that copies a text. */
export function CopyButton(props: {
  readonly text: string;
  readonly what: string;
  readonly children?: ComponentChildren;
}) {
  const { text, what, children = 'Copy' } = props;
  return (
    <button type="button" aria-label={`Copy ${what}`} onClick={() => void copy(text, what)}>
      {children}
    </button>
  );
}
