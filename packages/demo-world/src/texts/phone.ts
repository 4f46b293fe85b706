/** The numbering plan keeps 04 65 71 xx xx for fiction: these numbers ring nobody. */
export const fictionalPhone = (lastFour: string): string => `+33(0)4 65 71 ${lastFour.slice(0, 2)} ${lastFour.slice(2)}`
