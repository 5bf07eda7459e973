/** The stages of a generation: until work begins, until each partial, until each image. */
export type Stage = 'start' | 'partial' | 'image';

/** Waits for the time of a stage; rejects with the abort reason of the job's signal. */
export type TakeTime = (stage: Stage) => Promise<void>;

/** Waits for the time of a stage and reports progress. */
export type Pace = (stage: Stage) => Promise<void>;
