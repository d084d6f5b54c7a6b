/** Counts what runs at once in a server, such as handlers or open dependencies. */
export class Gauge {
  running = 0;
  peak = 0;

  enter(): void {
    this.running += 1;
    this.peak = Math.max(this.peak, this.running);
  }

  leave(): void {
    this.running -= 1;
  }
}
