export function environment() {
  return { ...process.env };
}
