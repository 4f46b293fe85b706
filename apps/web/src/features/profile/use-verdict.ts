import { checkPseudo } from '@parvis/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { pseudoQuery } from './profile.queries.ts'

const PAUSE_MS = 400

const usePaused = (value: string) => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Says while a nickname is typed whether it is free; `ownPseudo` is the member's current one. */
export const useVerdict = (typed: string, own = '') => {
  const { t, explain } = useText()
  const pseudo = typed.trim()
  const paused = usePaused(pseudo)
  const isAsked = !checkPseudo(pseudo) && paused === pseudo && pseudo !== own
  const { data: free } = useQuery({ ...pseudoQuery(paused), enabled: isAsked })
  if (!isAsked || free === undefined) return null
  return free
    ? { good: true, text: t('entry.pseudo.free') }
    : { good: false, text: explain(new ApiError('pseudoduplicate', 409)) }
}
