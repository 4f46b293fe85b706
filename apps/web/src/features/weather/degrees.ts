/** Rounds to whole degrees; returns 0 instead of -0. */
export const wholeDegrees = (temp: number): number => Math.round(temp) + 0
