/** Something that `check` looked at. */
export interface Finding {
  readonly what: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly says: string;
}
