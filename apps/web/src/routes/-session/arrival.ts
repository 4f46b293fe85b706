import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router'
import { keepLinkKey } from '#web/rooms/session/link-keys.ts'
import { readEnded, readNext, readRegisters } from './guards.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The secret of a link: it stands here, where a reload keeps it, and never in the address. */
    token?: string
    /** Said at the log-in before anything else. */
    popup?: 'popup4'
  }
}

/** A link that brings a token or a register key leads to the log-in, and its secrets out of the address bar. */
export const takeLink = (c: string, { searchStr, search, state }: ParsedLocation) => {
  // as they were written: the router reads a key of digits as a number
  const given = new URLSearchParams(searchStr)
  const [token, key] = [given.get('token'), given.get('registerkey')]
  if (key) keepLinkKey(c, key)
  const raw = search as Record<string, unknown>
  const kept: HistoryState = { ...state, ...(token && { token }) }
  return redirect({
    to: '/$c/connexion',
    params: { c },
    search: { ...readNext(raw), ...readEnded(raw), ...readRegisters(raw) },
    state: kept,
    replace: true,
  })
}
