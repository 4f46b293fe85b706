/** Whether this is a long run: `PARVIS_LONG=1 npm test`. Most tests with planted faults run only then. */
export const isLong = process.env.PARVIS_LONG === '1'

/**
 * The number of iterations of a test: the value of the environment variable, or one of two defaults. `npm test` uses
 * the short default, with which the test lasts a few seconds at most.
 */
export const iterationsOf = (variable: string, short: number, long: number): number =>
  Number(process.env[variable] ?? (isLong ? long : short))
