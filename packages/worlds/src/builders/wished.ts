/** The same data, which the receiver does not change: lists may be constant ones. */
export type Wished<Value> = Value extends readonly (infer Item)[]
  ? readonly Wished<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Wished<Value[Key]> }
    : Value;

/** Some members of it; a member that is undefined is one that is left out. */
export type Some<Value> = { readonly [Key in keyof Value]?: Wished<Value[Key]> | undefined };
