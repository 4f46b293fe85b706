import { validatePseudo } from '@parvis/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { pseudoAvailabilityQuery } from './profile.queries.ts'

const DEBOUNCE_MS = 400

const useDebounced = (value: string) => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** Checks while a nickname is typed whether it is free. `ownPseudo`, the member's current nickname, is not checked. */
export const usePseudoAvailability = (typed: string, ownPseudo = '') => {
  const { t, explain } = useText()
  const pseudo = typed.trim()
  const debounced = useDebounced(pseudo)
  const canCheck = !validatePseudo(pseudo) && debounced === pseudo && pseudo !== ownPseudo
  const { data: isFree } = useQuery({ ...pseudoAvailabilityQuery(debounced), enabled: canCheck })
  if (!canCheck || isFree === undefined) return null
  return isFree
    ? { good: true, text: t('entry.pseudo.free') }
    : { good: false, text: explain(new ApiError('pseudoduplicate', 409)) }
}
