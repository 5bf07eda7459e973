import {
  MANDATORY,
  OFF,
  ON,
  OPTIONAL,
  withBudget,
  withEfforts,
} from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What another one sells now: three prices for its cache. */
export const ASSISTANT_SHEETS: Sheets = {
  'lumenfold assistant': [
    alike({ limits: [1_000_000, 128_000], reads: 'text+image+file', moderated: true }, [
      {
        age: 0.9,
        price: [2, 10, { read: 0.2, write: 2.5, hour: 4, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
        score: 53.4,
      },
      {
        age: 5.3,
        price: [3, 15, { read: 0.3, write: 3.75, hour: 6, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_k top_p verbosity',
        reasoning: withEfforts(OPTIONAL, ['max', 'high', 'medium', 'low'], 'medium'),
        score: 47.2,
      },
      {
        age: 5.7,
        price: [5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools top_k top_p verbosity',
        reasoning: withEfforts(withBudget(OFF), ['max', 'high', 'medium', 'low'], 'high'),
        score: 50.4,
      },
      {
        age: 3.4,
        price: [5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(OFF, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
        score: 53.5,
      },
      {
        age: 2,
        price: [5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools verbosity',
        reasoning: withEfforts(OFF, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
        score: 55.7,
      },
      {
        age: 0.1,
        price: [5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs temperature tool_choice tools verbosity',
        reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
        score: 60.7,
      },
      {
        age: 1.6,
        price: [10, 50, { read: 1, write: 12.5, search: '0.01' }],
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(MANDATORY, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
        score: 59.9,
      },
      {
        mode: 'fast',
        age: 2,
        price: [10, 50, { read: 1, write: 12.5, hour: 20, search: '0.01' }],
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(OFF, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
      },
      {
        mode: 'fast',
        age: 0.1,
        price: [10, 50, { read: 1, write: 12.5, hour: 20, search: '0.01' }],
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
      },
      {
        mode: 'fast',
        age: 2.5,
        price: [30, 150, { read: 3, write: 37.5, hour: 60, search: '0.01' }],
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format stop structured_outputs tool_choice tools verbosity',
        reasoning: withEfforts(OFF, ['max', 'xhigh', 'high', 'medium', 'low'], 'high'),
      },
    ]),
  ],
};
