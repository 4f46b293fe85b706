import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { FormBreak } from './profile-form.ts'

/** An error of the form; without a field it is shown above the form. */
interface Trouble {
  field: string | null
  /** Null for the one error that only the form can find: the two passwords differ. */
  error: unknown
}

/** Field names of the server that differ from the form's. */
const places: Record<string, string> = { files: 'photo', photoUri: 'photo' }

/**
 * The current errors of a profile form. An error of a field that the form does not have is shown above it; `onField`
 * receives the first field with an error.
 */
export const useTrouble = (has: (field: string) => boolean, onField: (field: string) => void = () => {}) => {
  const { t, explain } = useText()
  const [troubles, setTroubles] = useState<Trouble[]>([])
  const [attempt, setAttempt] = useState(0)
  const tell = (found: Trouble[]) => {
    const next = found.map(({ error, field }) => ({ error, field: field !== null && has(field) ? field : null }))
    setTroubles(next)
    setAttempt(before => before + 1)
    if (next[0]?.field) onField(next[0].field)
  }
  const stumble = (error: unknown, field: string | null) => tell([{ error, field }])
  const over = troubles.find(({ field }) => field === null)
  return {
    attempt,
    stumble,
    /** Shows each error beside its field. */
    stumbleOver: (broken: readonly FormBreak[]) =>
      tell(
        broken.map(one => ({
          error: one.key === 'differentpasswords' ? null : new ApiError(one.key, 400, { ...one }),
          field: one.field,
        })),
      ),
    /** Shows an error of the server beside its field. */
    fail: (error: unknown) => {
      const field = error instanceof ApiError ? (error.field ?? null) : null
      stumble(error, field === null ? null : (places[field] ?? field))
    },
    forgive: (...fields: string[]) =>
      setTroubles(last => last.filter(({ field }) => field === null || !fields.includes(field))),
    clear: () => setTroubles([]),
    errorOf: (field: string): string | null => {
      const trouble = troubles.find(one => one.field === field)
      if (!trouble) return null
      return trouble.error === null ? t('entry.differentpasswords') : explain(trouble.error)
    },
    formError: over ? explain(over.error) : null,
  }
}
