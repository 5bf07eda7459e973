import type { RequestDetail } from '../api/types.ts';

/** The parameters of the address that fill in the form for a rule. */
export const PREFILLED = { on: 'for', where: 'where' } as const;

/** Returns what fills in the form for a rule for requests like this: its operation and model. */
export function ruleFor(
  { operation, method, path, body }: RequestDetail,
  basePath: string,
): Readonly<Record<string, string>> {
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const model = modelIn(body);
  return {
    [PREFILLED.on]: operation ?? `${method} ${below}`,
    ...(model !== undefined && { [PREFILLED.where]: JSON.stringify({ model }) }),
  };
}

function modelIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('model' in body)) return undefined;
  return typeof body.model === 'string' ? body.model : undefined;
}
