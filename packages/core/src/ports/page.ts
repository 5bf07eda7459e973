/** The requested part of a list. */
export interface PageRequest {
  /** Records to skip, 0 or more. */
  readonly offset: number;
  /** Records to return, 1 or more. */
  readonly limit: number;
}

/** A part of a list and the size of the whole. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalCount: number;
}
