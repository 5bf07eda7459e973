/** How the command is called where it is not installed: by the name of its package. */
export const CALLED = 'npx @model-gateway/mock';
