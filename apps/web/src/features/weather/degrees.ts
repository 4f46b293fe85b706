/** As it is shown: whole, and never minus nothing. */
export const wholeDegrees = (temp: number): number => Math.round(temp) + 0
