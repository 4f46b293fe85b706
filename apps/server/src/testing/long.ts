/** Whether this is a long run: `PARVIS_LONG=1 npm test`. Most tests with planted faults run only then. */
export const isLong = process.env.PARVIS_LONG === '1'

/**
 * How many iterations a test makes: the value of the variable, or one of the two defaults. `npm test` takes the short
 * one, which lasts some seconds at most.
 */
export const sizeOf = (variable: string, short: number, long: number): number =>
  Number(process.env[variable] ?? (isLong ? long : short))
