/** The stages of a generation: until work begins, until each partial, until each image. */
export type Stage = 'start' | 'partial' | 'image';

/** Takes the time of a stage and reports that something arrived. */
export type Pace = (stage: Stage) => Promise<void>;
