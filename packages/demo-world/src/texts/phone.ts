/** A number in the range 04 65 71 xx xx, which the French numbering plan reserves for fiction: it belongs to nobody. */
export const fictionalPhone = (lastFourDigits: string): string =>
  `+33(0)4 65 71 ${lastFourDigits.slice(0, 2)} ${lastFourDigits.slice(2)}`
