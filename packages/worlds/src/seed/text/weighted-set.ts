/** How often a set was observed, and its parameters, alphabetical and separated by spaces. */
export type WeightedSet = readonly [weight: number, parameters: string];
