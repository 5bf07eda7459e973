import { registerHooks } from 'node:module';

// Everything that asks for MSW in this process gets its version 2.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier.replace(/^msw(?=\/|$)/, 'msw2'), context),
});
const { describeMswHandlers } = await import('./msw-cases.ts');

describeMswHandlers('MSW 2');
