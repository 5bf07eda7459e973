import { describeMswHandlers } from './msw-cases.ts';

describeMswHandlers('MSW 3');
