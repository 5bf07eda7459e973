import type { ComponentChildren } from 'preact';

/** A control with its name above it. */
export function Field(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** How much of a grid it takes. */
  readonly width?: 'half' | 'wide' | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <label class={`field ${props.width ?? ''}`} title={props.hint}>
      <span>{props.label}</span>
      {props.children}
    </label>
  );
}

/** Returns what a form holds, by name; fields that are empty are left out. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') values[name] = value;
  }
  return values;
}
