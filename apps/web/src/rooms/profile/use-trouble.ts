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
 * What is wrong with a profile as it stands. What is said of a field that the form does not have is told over it; `onField` hears of
 * one that it has.
 */
export const useTrouble = (has: (field: string) => boolean, onField: (field: string) => void = () => {}) => {
  const { t, explain } = useText()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const stumble = (error: unknown, told: string | null) => {
    const field = told !== null && has(told) ? told : null
    setTrouble({ error, field })
    setAttempt(before => before + 1)
    if (field) onField(field)
  }
  return {
    attempt,
    stumble,
    stumbleOver: (broken: FormBreak) =>
      stumble(broken.key === 'differentpasswords' ? null : new ApiError(broken.key, 400, { ...broken }), broken.field),
    /** Where the server says no: beside its field. */
    fail: (error: unknown) => {
      const field = error instanceof ApiError ? (error.field ?? null) : null
      stumble(error, field === null ? null : (places[field] ?? field))
    },
    forgive: (...fields: string[]) => {
      if (trouble?.field && fields.includes(trouble.field)) setTrouble(null)
    },
    clear: () => setTrouble(null),
    errorOf: (field: string): string | null => {
      if (trouble?.field !== field) return null
      return trouble.error === null ? t('entry.differentpasswords') : explain(trouble.error)
    },
    formError: trouble && trouble.field === null ? explain(trouble.error) : null,
  }
}
