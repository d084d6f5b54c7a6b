/** @throws RangeError if the option is less than `least`, or not a number */
export function checkAtLeast(option: string, value: number, least: number): void {
  if (!(value >= least)) {
    throw new RangeError(`${option} must be ${least} or more, not ${value}`);
  }
}

/** @throws RangeError if the option is 0, negative, or not a number */
export function checkPositive(option: string, value: number): void {
  if (!(value > 0)) throw new RangeError(`${option} must be more than 0, not ${value}`);
}
