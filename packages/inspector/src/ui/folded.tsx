import type { ComponentChildren } from 'preact';

/** On a narrow screen, where a form would push what it is about out of view, it is folded at first. */
const isWide = matchMedia('(min-width: 901px)').matches;

/** A form or filters beside something, or above it where there is no room beside it. */
export function Folded(props: {
  readonly summary: string;
  /** Open on a narrow screen, too. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <details class="more" open={isWide || props.isOpen === true}>
      <summary>{props.summary}</summary>
      {props.children}
    </details>
  );
}
