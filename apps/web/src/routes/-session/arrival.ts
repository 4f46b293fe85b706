import { type AppleOutcome, appleOutcomes } from '@parvis/contract/apple.ts'
import { RETURN_PARAM } from '@parvis/contract/mail-links.ts'
import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router'
import { kept } from '#web/kernel/device/kept.ts'
import '#web/features/session/apple-trip.ts'
import type { Goodbye } from '#web/features/leaving/GoodbyeDialog.tsx'
import { keepLinkKey } from '#web/features/session/link-keys.ts'
import { readEnded, readNext, readRegisters } from './guards.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The secret of a link: it stands here, where a reload keeps it, and never in the address. */
    token?: string
    /** What it does is bring back who has left. */
    back?: boolean
    /** Said at the log-in before anything else. */
    popup?: 'popup4'
    /** Who comes back from Apple, and what came of it. */
    apple?: AppleOutcome
    /** Who has just left here. */
    goodbye?: Goodbye
  }
}

/** A link that brings a token or a register key leads to the log-in, and its secrets out of the address bar. */
export const takeLink = (c: string, { searchStr, hash, search, state }: ParsedLocation) => {
  // as they were written: the router reads a key of digits as a number
  const given = new URLSearchParams(searchStr)
  // mails of former versions have it in the query
  const token = new URLSearchParams(hash).get('token') ?? given.get('token')
  const key = given.get('registerkey')
  if (key) keepLinkKey(c, key)
  const apple = appleOutcomes.find(outcome => outcome === given.get('apple'))
  // the address that Apple sends back to does not say where they were going
  const raw = apple ? { next: kept('appletrip')?.next } : (search as Record<string, unknown>)
  const back = given.has(RETURN_PARAM)
  const told: HistoryState = { ...state, ...(token && { token, back }), ...(apple && { apple }) }
  return redirect({
    to: '/$c/connexion',
    params: { c },
    // a key alone is there to register with
    search: {
      ...readNext(raw),
      ...readEnded(raw),
      ...readRegisters({ register: raw.register ?? (key && !token ? true : undefined) }),
    },
    state: told,
    replace: true,
  })
}
