/** What has run in this process: an answer alone would not tell that a notification did anything. */
export interface Tally {
  handlers: number;
  middlewaresEntered: number;
  middlewaresLeft: number;
  dependencies: number;
}

export const tally: Tally = {
  handlers: 0,
  middlewaresEntered: 0,
  middlewaresLeft: 0,
  dependencies: 0,
};
