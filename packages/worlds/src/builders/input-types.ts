/** The same data, read-only: constant lists are accepted. */
export type Input<Value> = Value extends readonly (infer Item)[]
  ? readonly Input<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Input<Value[Key]> }
    : Value;

/** Some members of a value, read-only; an undefined member counts as omitted. */
export type PartialInput<Value> = { readonly [Key in keyof Value]?: Input<Value[Key]> | undefined };
