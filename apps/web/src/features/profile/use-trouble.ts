import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { FormBreak } from './profile-form.ts'

/** What keeps a form from going on; without a field it is told over the form. */
interface Trouble {
  field: string | null
  /** Null for what the form alone says: the two passwords are not the same. */
  error: unknown
}

/** Where the server names what stands in the form under another name. */
const places: Record<string, string> = { files: 'photo', photoUri: 'photo' }

/**
 * What is wrong with a profile as it stands. What is said of a field that the form does not have is told over it;
 * `onField` hears of one that it has.
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
    /** Each beside its field. */
    stumbleOver: (broken: readonly FormBreak[]) =>
      tell(
        broken.map(one => ({
          error: one.key === 'differentpasswords' ? null : new ApiError(one.key, 400, { ...one }),
          field: one.field,
        })),
      ),
    /** Where the server says no: beside its field. */
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
