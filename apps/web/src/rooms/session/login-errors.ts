import type { RuleBreak } from '@parvis/contract/errors.ts'
import { ApiError } from '#web/kernel/http/api.ts'

export type LogInField = 'email' | 'password' | 'registerkey'

/** What went wrong at the door, and where it is told: beside a field, or over the form as a failure or as news. */
export type Trouble =
  | { place: 'field'; field: LogInField; error: ApiError }
  | { place: 'form'; tone: 'info' | 'error'; error: unknown }

const fields: readonly string[] = ['email', 'password', 'registerkey'] satisfies LogInField[]
const isField = (name: string | undefined): name is LogInField => name !== undefined && fields.includes(name)

/** The popups say what comes next, not that something failed. */
const isNews = (error: unknown) => error instanceof ApiError && error.key.startsWith('popup')

export const troubleOf = (error: unknown): Trouble => {
  if (error instanceof ApiError && isField(error.field)) return { place: 'field', field: error.field, error }
  return { place: 'form', tone: isNews(error) ? 'info' : 'error', error }
}

export const troubleOfRule = ({ key, field }: RuleBreak): Trouble => troubleOf(new ApiError(key, 400, { field }))

/** Tells a stranger to register: where nobody can, other words say it. */
export const isForStrangers = (error: unknown): error is ApiError & { key: 'unauthorized' | 'unknown' } =>
  error instanceof ApiError && (error.key === 'unauthorized' || error.key === 'unknown')
