/** `100,000`. By hand, because the first use of Intl costs a start as much as loading the world. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
