import { goTo, linkTo, type Part } from '../state/address.ts';

/** A link to something in another part of the page. */
export function PartLink(props: {
  readonly to: Part;
  readonly more: Readonly<Record<string, string>>;
  readonly text: string;
}) {
  const { to, more, text } = props;
  return (
    <a href={linkTo(to, more)} onClick={(event) => follow(event, to, more)}>
      {text}
    </a>
  );
}

/** Goes to another part without loading the page; a new tab is the browser's. */
export function follow(
  event: MouseEvent,
  to: Part,
  more: Readonly<Record<string, string>> = {},
): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(to, more);
}
