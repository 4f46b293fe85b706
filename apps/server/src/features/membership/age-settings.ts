import { CONSENT_AGE, MIN_AGE } from '@parvis/contract/profile.ts'

const MAX_MINIMUM_AGE = 99
const MAX_CONSENT_AGE = 21

const readAge = (name: string, value: string | undefined, fallback: number, from: number, to: number): number => {
  const age = Number(value || fallback)
  if (!Number.isInteger(age) || age < from || age > to)
    throw new Error(`${name} must be a number of years from ${from} to ${to}, not "${value}".`)
  return age
}

/**
 * Reads both ages in years. Throws an error for the operator if an age is out of range; the consent age must not be
 * below the minimum age for registering.
 */
export const readAgeSettings = (env: NodeJS.ProcessEnv): { minAge: number; consentAge: number } => {
  const minAge = readAge('MINIMUM_AGE', env.MINIMUM_AGE, MIN_AGE, MIN_AGE, MAX_MINIMUM_AGE)
  const minConsentAge = Math.min(minAge, MAX_CONSENT_AGE)
  return {
    minAge,
    consentAge: readAge(
      'CONSENT_AGE',
      env.CONSENT_AGE,
      Math.max(CONSENT_AGE, minConsentAge),
      minConsentAge,
      MAX_CONSENT_AGE,
    ),
  }
}
