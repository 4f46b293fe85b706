import { type AppleOutcome, appleOutcomes } from '@parvis/contract/apple.ts'
import { UNDO_DEPARTURE_PARAM } from '@parvis/contract/mail-links.ts'
import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router'
import { tabStored } from '#web/kernel/device/tab-storage.ts'
import '#web/features/session/apple-redirect.ts'
import type { Goodbye } from '#web/features/leaving/GoodbyeDialog.tsx'
import { saveLinkKey } from '#web/features/session/link-keys.ts'
import { readEnded, readNext, readRegister } from './guards.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The secret of a link, kept in the history state, where it survives a reload, and not in the URL. */
    token?: string
    /** True if the link cancels the deletion or pause of an account. */
    back?: boolean
    popup?: 'popup4'
    apple?: AppleOutcome
    goodbye?: Goodbye
  }
}

/** Redirects a link with a token or a registration code to the log-in, and removes the secrets from the URL. */
export const extractLinkSecrets = (c: string, { searchStr, hash, search, state }: ParsedLocation) => {
  // The raw query, because the router parses a code that consists of digits as a number.
  const params = new URLSearchParams(searchStr)
  // Mails sent by former versions have the token in the query.
  const token = new URLSearchParams(hash).get('token') ?? params.get('token')
  const registrationKey = params.get('registerkey')
  if (registrationKey) saveLinkKey(c, registrationKey)
  const apple = appleOutcomes.find(outcome => outcome === params.get('apple'))
  // The URL to which Apple returns does not contain `next`, which was stored for this tab.
  const raw = apple ? { next: tabStored('appletrip')?.next } : (search as Record<string, unknown>)
  const back = params.has(UNDO_DEPARTURE_PARAM)
  const nextState: HistoryState = { ...state, ...(token && { token, back }), ...(apple && { apple }) }
  return redirect({
    to: '/$c/connexion',
    params: { c },
    search: {
      ...readNext(raw),
      ...readEnded(raw),
      ...readRegister({ register: raw.register ?? (registrationKey && !token ? true : undefined) }),
    },
    state: nextState,
    replace: true,
  })
}
