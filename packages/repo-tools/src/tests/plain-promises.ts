/**
 * Loaded before the tests: spares promises the hooks of node:test, which follow each to the test
 * that made it and keep watch on its end. Without them tests take a tenth to a third less time. A
 * rejection that nobody handles still fails its process, which prints where it comes from
 * (guard-process.ts), but not the test around it.
 */
import hooks from 'node:async_hooks';

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ trackPromises: false, ...callbacks });
