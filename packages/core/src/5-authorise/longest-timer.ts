/** A timer of Node that is set to more milliseconds fires at once. */
export const longestTimerMs = 2 ** 31 - 1;
