/*
 * What is used of undici, for `import()`: a bundler finds the names of a CommonJS package in a
 * static import only.
 */
export { buildConnector, Client } from 'undici';
