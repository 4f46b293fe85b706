import { CONSENT_AGE, MIN_AGE } from '@parvis/contract/profile.ts'

const OLDEST_MINIMUM = 99
const OLDEST_CONSENT = 21

const readAge = (name: string, value: string | undefined, fallback: number, from: number, to: number): number => {
  const age = Number(value || fallback)
  if (!Number.isInteger(age) || age < from || age > to)
    throw new Error(`${name} must be a number of years from ${from} to ${to}, not "${value}".`)
  return age
}

/**
 * Throws a sentence for the operator. The consent age is never below the minimum age, so that every protected member
 * could also register.
 */
export const readAges = (env: NodeJS.ProcessEnv): { minAge: number; consentAge: number } => {
  const minAge = readAge('MINIMUM_AGE', env.MINIMUM_AGE, MIN_AGE, MIN_AGE, OLDEST_MINIMUM)
  const least = Math.min(minAge, OLDEST_CONSENT)
  return {
    minAge,
    consentAge: readAge('CONSENT_AGE', env.CONSENT_AGE, Math.max(CONSENT_AGE, least), least, OLDEST_CONSENT),
  }
}
