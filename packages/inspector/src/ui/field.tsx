import { cloneElement, type ComponentChildren, type VNode } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: ComponentChildren;
  /** Share of a grid's width. */
  readonly width?: 'half' | 'wide' | undefined;
}

/**
 * A control with its name above it. Where a form is read when it is sent, give `defaultValue`: the
 * page is drawn anew with each request that arrives, which would undo what is typed.
 */
export function Field(props: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <label class={`field ${props.width ?? ''}`}>
      <span>{props.label}</span>
      {props.children}
    </label>
  );
}

/** A control with its name above it and a hint below it, which screen readers read out, too. */
export function HintedField(
  props: FieldProps & {
    readonly hint: string;
    /** Takes `aria-describedby`. */
    readonly children: VNode;
  },
) {
  const { label, width, hint, children } = props;
  const id = useId();
  return (
    <div class={`hinted ${width ?? ''}`}>
      <Field label={label}>{cloneElement(children, { 'aria-describedby': id })}</Field>
      <p id={id} class="hint">
        {hint}
      </p>
    </div>
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
