/** Whether the long forms were asked for: `PARVIS_LONG=1 npm test`. What plants a fault runs in them alone. */
export const isLong = process.env.PARVIS_LONG === '1'

/**
 * How much of something is tried: what the variable says, or one of these two. `npm test` takes the short one, which
 * lasts some seconds at most.
 */
export const sizeOf = (variable: string, short: number, long: number): number =>
  Number(process.env[variable] ?? (isLong ? long : short))
