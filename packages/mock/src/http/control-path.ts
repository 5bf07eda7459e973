/** The path of the control interface. */
export const CONTROL_PATH = '/__gateway';

/** The URL of the inspector below a bare host, with the token that it needs, if any. */
export function inspectorUrl(origin: string, token: string | undefined): string {
  return `${origin}${CONTROL_PATH}${token === undefined ? '' : `#token=${token}`}`;
}

export function isControlPath(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}
