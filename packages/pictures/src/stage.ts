/** The stages of a generation: until work begins, until each partial, until each image. */
export type Stage = 'start' | 'partial' | 'image';

/** Lets the time of a stage pass; rejects with what the job's signal aborts with. */
export type TakeTime = (stage: Stage) => Promise<void>;

/** Takes the time of a stage and reports that something arrived. */
export type Pace = (stage: Stage) => Promise<void>;
