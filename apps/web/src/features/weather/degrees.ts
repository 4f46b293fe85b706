/** Whole degrees, and never minus zero. */
export const wholeDegrees = (temp: number): number => Math.round(temp) + 0
