/** The path of the control interface. */
export const CONTROL_PATH = '/__gateway';

export function isControlPath(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}
