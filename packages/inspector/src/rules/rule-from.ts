/** What a rule can do, as the form offers it. */
export const ACTIONS = ['fail', 'delay', 'fault', 'end', 'reply'] as const;
export type Action = (typeof ACTIONS)[number];

type Values = Readonly<Record<string, string>>;

/** Returns the JSON of a rule from what the form holds. Throws for text that is not JSON. */
export function ruleFrom(action: Action, values: Values): object {
  const { on = '*', where } = values;
  return {
    on,
    ...(where !== undefined && { where: { body: parsed(where, 'where') } }),
    ...actionFrom(action, values),
  };
}

function actionFrom(action: Action, values: Values): object {
  const { status, ending, fault, delay: duration, json = '' } = values;
  const times = timesFrom(values['times']);
  switch (action) {
    case 'fail':
      return times === 'always'
        ? { fail_always: Number(status) }
        : { fail: { status: Number(status), times } };
    case 'delay':
      return { delay: { duration, times } };
    case 'fault':
      return { fault: { fault, times } };
    case 'end':
      return { end: { ending, times } };
    case 'reply':
      return {
        reply: {
          json: parsed(json, 'JSON'),
          ...(status !== undefined && { status: Number(status) }),
          times,
        },
      };
  }
}

function timesFrom(text: string | undefined): number | 'always' | undefined {
  if (text === undefined || text === 'always') return text;
  return Number(text);
}

function parsed(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new Error(`${name} must be JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
