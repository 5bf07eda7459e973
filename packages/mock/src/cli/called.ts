/** The command line of a project that has not installed it: the name of its package. */
export const CALLED = 'npx @model-gateway/mock';
